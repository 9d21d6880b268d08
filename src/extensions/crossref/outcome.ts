import type { DepositMessage } from '../../contract/api/deposits.ts'
import { HOUR_MS } from '../../contract/rules/text/durations.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { administrators } from '../../journal/accounts/users/administrators.ts'
import { later, noteMove, type Claimed } from './claim.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { CrossrefEmail } from './emails.ts'
import type { CrossrefResources } from './resources.ts'

/** Records Crossref's answer. Returns whether the deposit was still waiting for it. */
export async function recordAnswer(
  { database }: CrossrefResources,
  deposit: Claimed,
  { records, failures, submissionId }: Diagnostic,
  at: Date,
): Promise<boolean> {
  const has = (status: DepositMessage['status']) => records.some((record) => record.status === status)
  const isRefused = has('Failure') || failures > 0 || !records.length
  const messages = records.map(({ status, message }): DepositMessage => ({ status, message }))
  const changes = {
    ...{ answered_at: at.toISOString(), claimed_until: null, last_error: null, submission_id: submissionId },
    messages: JSON.stringify(messages),
  }
  return database.transaction(async (tx) => {
    const move = isRefused ? 'refuse' : has('Warning') ? 'warn' : 'accept'
    const noted = await noteMove(tx, deposit, move, changes)
    if (noted && isRefused) await notifyOfFailure(tx, deposit)
    return noted !== undefined
  })
}

/** Ends a deposit that cannot be sent. */
export async function giveUp(
  { database }: CrossrefResources,
  deposit: Claimed,
  reason: string,
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const changes = { answered_at: at.toISOString(), claimed_until: null, last_error: reason }
    if (await noteMove(tx, deposit, 'giveUp', changes)) await notifyOfFailure(tx, deposit)
  })
}

/** How long one email about a failure stands for all that follow: the page that it links lists them. */
const QUIET_MS = 24 * HOUR_MS

/** Notifies every administrator that a deposit needs a person, at most once a day. */
async function notifyOfFailure(tx: Tx, { article_id }: Claimed): Promise<void> {
  const recent = await tx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'deposit-failed')
    .where('created_at', '>', later(new Date(), -QUIET_MS))
    .limit(1)
    .executeTakeFirst()
  if (recent) return
  const article = await tx.selectFrom('articles').select('title').where('id', '=', article_id).executeTakeFirst()
  if (!article) return
  for (const { name, email } of await administrators(tx)) {
    const data = { articleId: article_id, title: article.title, name }
    await enqueue<CrossrefEmail>(tx, { kind: 'deposit-failed', recipient: email, data })
  }
}
