import {
  REMAINS_REQUIRED,
  REMAINS_TOO_MUCH,
  WAIVER_ANSWERED,
  WAIVER_CHANGED,
  WAIVER_TOO_LATE,
  type WaiverAnswer,
} from '../../contract/api/fees.ts'
import type { WaiverForm } from '../../contract/api/waiver-form.ts'
import { feeIn, type Money } from '../../contract/rules/fees/money.ts'
import { stageForAuthors } from '../../contract/rules/peer-review/undo.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Caller } from '../../platform/call.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { WaiverRow } from '../../platform/database/fee-tables.ts'
import { DomainError, invalid, notFound } from '../../platform/errors.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { now } from '../../platform/ids.ts'
import { lockCase, loadDecisions, findCase } from '../peer-review/cases/case-rows.ts'
import { isSubmitterOf, lockCaseForAuthor } from '../peer-review/cases/relation.ts'
import type { FeeEmail } from './fee-email.ts'
import { promisedFeesOf } from './promises.ts'
import { requireFees } from './standing.ts'

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

/** Whether an amount is as much as the largest promised fee in its currency. */
async function isNoReduction(db: Db, articleId: string, { currency, minor }: Money): Promise<boolean> {
  const fees = (await promisedFeesOf(db, [articleId])).get(articleId)
  const promised = fees ? [fees.local, fees.international].map(({ amount }) => feeIn(amount)) : []
  const same = promised.flatMap((fee) => (fee && fee !== 'free' && fee.currency === currency ? [fee.minor] : []))
  return same.length > 0 && minor >= Math.max(...same)
}

/** Answers a request, for good; the author gets an email. The same answer sent again changes nothing. */
export async function answerWaiver(
  tx: Tx,
  caller: Caller,
  { id: articleId, askedAt, outcome, remains, answer }: WaiverAnswer & { id: string },
): Promise<void> {
  // First: those who may not know of it get the same answer for every manuscript.
  await requireFees(tx, caller, articleId)
  await lockCase(tx, articleId)
  await requireFees(tx, caller, articleId)
  const waiver = await findWaiver(tx, articleId)
  if (!waiver) throw notFound('Request')
  const left = outcome === 'part' ? feeIn(remains) : null
  if (outcome === 'part' && (left === null || left === 'free')) throw invalid('remains', REMAINS_REQUIRED)
  const money = left === null || left === 'free' ? null : left
  const answered = { outcome, currency: money?.currency ?? null, amount: money?.minor ?? null, answer }
  if (waiver.outcome !== null) {
    const isSame =
      waiver.outcome === outcome &&
      waiver.amount === answered.amount &&
      waiver.currency === answered.currency &&
      waiver.answer === answer
    if (isSame) return
    throw new DomainError('conflict', WAIVER_ANSWERED)
  }
  if (money && (await isNoReduction(tx, articleId, money))) throw invalid('remains', REMAINS_TOO_MUCH)
  if (waiver.asked_at !== askedAt) throw new DomainError('conflict', WAIVER_CHANGED)
  await tx
    .updateTable('waivers')
    .set({ ...answered, answered_by: caller.userId, answered_at: now() })
    .where('article_id', '=', articleId)
    .execute()
  await writeAuditEntry(tx, caller.userId, 'fee.answer-waiver', articleId, { after: { outcome } })
  const author = await tx
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select('users.email')
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  if (author) await enqueue<FeeEmail>(tx, { kind: 'fee-waiver-answered', recipient: author.email, data: { articleId } })
}
