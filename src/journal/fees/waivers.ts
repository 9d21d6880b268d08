import { WAIVER_ANSWERED, WAIVER_TOO_LATE } from '../../contract/api/fees.ts'
import type { WaiverForm } from '../../contract/api/waiver-form.ts'
import { stageForAuthors } from '../../contract/rules/peer-review/undo.ts'
import type { Caller } from '../../platform/call.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { WaiverRow } from '../../platform/database/fee-tables.ts'
import { DomainError } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { lockCase, loadDecisions, findCase } from '../peer-review/cases/case-rows.ts'
import { isSubmitterOf, lockCaseForAuthor } from '../peer-review/cases/relation.ts'

export const findWaiver = (db: Db, articleId: string): Promise<WaiverRow | undefined> =>
  db.selectFrom('waivers').selectAll().where('article_id', '=', articleId).executeTakeFirst()

/**
 * Keeps what an author has asked. It writes nothing else, no email and no entry in the audit log: until the manuscript is
 * accepted for good, those who decide must find no trace of it anywhere.
 */
export async function askForWaiver(
  tx: Tx,
  { articleId, by, at, kind, couldPay, reason }: WaiverForm & { articleId: string; by: string; at: string },
): Promise<void> {
  const asked = { kind, could_pay: kind === 'part' ? couldPay : '', reason, asked_by: by, asked_at: at }
  const nothing = { outcome: null, currency: null, amount: null, answer: null, answered_by: null, answered_at: null }
  await tx
    .insertInto('waivers')
    .values({ article_id: articleId, ...asked, told_at: null, officers_told_at: null, ...nothing })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(asked))
    .execute()
}

/**
 * Whether an author may ask now, or change what they have asked. It follows from what they know: a decision that can still be
 * undone changes nothing.
 */
export async function mayAskForWaiver(db: Db, articleId: string): Promise<boolean> {
  const theCase = await findCase(db, articleId)
  if (!theCase) return false
  const stage = stageForAuthors(theCase.stage, await loadDecisions(db, articleId), new Date())
  if (stage === 'declined' || stage === 'withdrawn') return false
  return ((await findWaiver(db, articleId))?.outcome ?? null) === null
}

/** The submitter asks from the page of their manuscript. The same request sent again is one. */
export async function askLater(tx: Tx, author: Caller, articleId: string, form: WaiverForm): Promise<void> {
  await lockCaseForAuthor(tx, author, articleId)
  const before = await findWaiver(tx, articleId)
  const couldPay = form.kind === 'part' ? form.couldPay : ''
  if (before && before.kind === form.kind && before.could_pay === couldPay && before.reason === form.reason) return
  if (before && before.outcome !== null) throw new DomainError('conflict', WAIVER_ANSWERED)
  if (!(await mayAskForWaiver(tx, articleId))) throw new DomainError('conflict', WAIVER_TOO_LATE)
  await askForWaiver(tx, { articleId, by: author.userId, at: momentAfter(before?.asked_at), ...form })
}

/** The same submission sent again, because its answer was lost, may ask for what it did not ask before: once, by its submitter. */
export async function askWithRepeated(
  tx: Tx,
  { articleId, by, at, ...form }: WaiverForm & { articleId: string; by: string; at: string },
): Promise<void> {
  if (!(await isSubmitterOf(tx, by, articleId)) || !(await mayAskForWaiver(tx, articleId))) return
  await lockCase(tx, articleId)
  if ((await findWaiver(tx, articleId)) || !(await mayAskForWaiver(tx, articleId))) return
  await askForWaiver(tx, { articleId, by, at, ...form })
}

/** Now, or a millisecond after a time that is no earlier: by it an answer names the request that was read. */
const momentAfter = (at: string | undefined): string =>
  at === undefined || at < now() ? now() : new Date(Date.parse(at) + 1).toISOString()
