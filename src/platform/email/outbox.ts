import type { ExpressionBuilder } from 'kysely'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { isFormerAddress } from '../../contract/rules/accounts/users.ts'
import type { Tx } from '../database/connect.ts'
import { noteEnqueued } from '../database/enqueued.ts'
import type { Tables } from '../database/tables.ts'
import { newId, now } from '../ids.ts'
import { AHEAD_MS, later } from '../jobs/retries.ts'
import { timeToSend } from './samples.ts'

/** An email to send, typed by the module's kinds and their data. */
export type NewEmail<DataByKind> = {
  [Kind in keyof DataByKind]: { kind: Kind; recipient: string; data: DataByKind[Kind] }
}[keyof DataByKind]

/** An email as the outbox takes it: its kind, its recipient, and its template's data. */
interface AnyEmail {
  kind: EmailKind
  recipient: string
  /** The recipient's `name`, unless the kind loads it, and by id whom and what the email is about. */
  data: {
    name?: string
    userId?: string
    articleId?: string
    assignmentId?: string
    decisionId?: string
    followId?: string
  }
}

/** What an email is about, where its data do not name it, and the time before which it is not sent. */
interface EnqueueOptions {
  articleId?: string | undefined
  assignmentId?: string | undefined
  decisionId?: string | undefined
  notBefore?: Date | string | undefined
}

/**
 * Inserts an email into the outbox, in the transaction of the event that it reports: it is sent if and only
 * if that commits. A module names the type of its own emails: `enqueue<ArticleEmail>(tx, …)`.
 */
export async function enqueue<E extends AnyEmail>(
  tx: Tx,
  { kind, recipient, data }: E,
  options: EnqueueOptions = {},
): Promise<void> {
  // What is written about the articles of a deleted account has nobody to go to.
  if (isFormerAddress(recipient)) return
  const { articleId, assignmentId, decisionId } = { ...data, ...defined(options) }
  const at = now()
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      kind,
      recipient,
      user_id: data.userId ?? null,
      article_id: articleId ?? null,
      assignment_id: assignmentId ?? null,
      decision_id: decisionId ?? null,
      data: JSON.stringify(data),
      created_at: at,
      attempts: 0,
      next_try_at: timeToSend({
        recipient,
        articleId,
        at: options.notBefore === undefined ? at : new Date(options.notBefore).toISOString(),
      }),
      claimed_until: null,
      sent_at: null,
      last_error: null,
      refused_at: null,
      delayed_at: null,
    })
    .execute()
  noteEnqueued(tx, 'emails')
}

/** True for emails that nobody may have sent yet: one that is claimed may be with the mail server already. */
const unclaimed = ({ and, eb }: ExpressionBuilder<Tables, 'outbox'>) =>
  and([eb('sent_at', 'is', null), eb('claimed_until', 'is', null)])

/**
 * Enqueues an email whose text is read when it is sent, unless the same one waits already: what has changed since then
 * is in that one too. `join` makes of the data of a similar one about the same article that waits those of one email
 * for both; null if they cannot be one. A process that claims an email waits for this transaction, and reads what it has
 * written.
 */
export async function enqueueOnce<E extends AnyEmail & { data: { articleId: string } }>(
  tx: Tx,
  email: E,
  { join, notBefore }: { join?: (waiting: E['data']) => E['data'] | null; notBefore?: Date | undefined } = {},
): Promise<void> {
  const { kind, recipient } = email
  const waiting = await tx
    .selectFrom('outbox')
    .select(['id', 'data'])
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('article_id', '=', email.data.articleId)
    .where(unclaimed)
    .execute()
  const data = JSON.stringify(email.data)
  for (const row of waiting) {
    const joined = row.data === data ? email.data : join?.(JSON.parse(row.data) as E['data'])
    if (!joined) continue
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ data: JSON.stringify(joined) })
      .where('id', '=', row.id)
      .where(unclaimed)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  await enqueue(tx, email, { notBefore })
}

const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T

/**
 * Limits on emails requested for an address that may not be the requester's own: how many may be waiting, and
 * how many are sent in an hour.
 */
const LIMITS = {
  'password-reset': { waiting: 1, anHour: 3 },
  'email-confirmation': { waiting: 1, anHour: 5 },
  'email-change-asked': { waiting: 5, anHour: 5 },
  'email-changed': { waiting: 5, anHour: 5 },
  'sign-in-changed': { waiting: 20, anHour: 20 },
  'recovery-code-used': { waiting: 5, anHour: 5 },
  'wrong-codes': { waiting: 1, anHour: 1 },
  'duty-invitation': { waiting: 5, anHour: 5 },
  'reviewer-link': { waiting: 1, anHour: 3 },
  'co-author-link': { waiting: 1, anHour: 3 },
  'notice-draft': { waiting: 1, anHour: 3 },
  'request-confirm': { waiting: 5, anHour: 5 },
  'request-received': { waiting: 5, anHour: 5 },
  'request-answered': { waiting: 5, anHour: 5 },
  'name-agree': { waiting: 1, anHour: 3 },
  'follow-confirm': { waiting: 5, anHour: 5 },
  'co-reviewer-invitation': { waiting: 1, anHour: 3 },
} as const

interface LimitedEmail extends AnyEmail {
  kind: keyof typeof LIMITS
}

/**
 * Inserts an email unless its recipient has reached the limit: nobody can be flooded, neither from one
 * account nor from many. `waiting`: a similar one has not been sent yet; `enough`: the hour's limit is
 * reached. The caller has locked the user (`lockUser`), so that concurrent calls do not both pass.
 */
export async function enqueueWithin<E extends LimitedEmail>(
  tx: Tx,
  email: E,
): Promise<'enqueued' | 'waiting' | 'enough'> {
  const { kind, recipient, data } = email
  const limit = LIMITS[kind]
  const at = new Date()
  const [hourAgo, ahead] = [later(at, -HOUR_MS), later(at, AHEAD_MS)]
  const ofKind = tx
    .selectFrom('outbox')
    .select(['id', 'recipient', 'sent_at'])
    .where('kind', '=', kind)
    .where((where) => where.or([where('sent_at', 'is', null), where.between('created_at', hourAgo, ahead)]))
  const toRecipient = ofKind.where('recipient', '=', recipient)
  const like = await (
    data.userId === undefined ? toRecipient : toRecipient.union(ofKind.where('user_id', '=', data.userId))
  ).execute()
  if (like.filter((email) => email.sent_at === null && email.recipient === recipient).length >= limit.waiting)
    return 'waiting'
  if (like.length >= limit.anHour) return 'enough'
  await enqueue(tx, email)
  return 'enqueued'
}
