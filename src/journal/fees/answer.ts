import {
  REMAINS_REQUIRED,
  REMAINS_TOO_MUCH,
  WAIVER_ANSWERED,
  WAIVER_CHANGED,
  type WaiverAnswer,
} from '../../contract/api/fees.ts'
import { feeIn, type Money } from '../../contract/rules/fees/money.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Caller } from '../../platform/call.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { DomainError, invalid, notFound } from '../../platform/errors.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { now } from '../../platform/ids.ts'
import { lockCase } from '../peer-review/cases/case-rows.ts'
import type { FeeEmail } from './fee-email.ts'
import { replaceInvoice } from './invoices/replace.ts'
import { promisedFeesOf } from './promises.ts'
import { requireFees } from './standing.ts'
import { findWaiver } from './waivers.ts'

/** Whether an amount is as much as the largest promised fee in its currency. */
async function isNoReduction(db: Db, articleId: string, { currency, minor }: Money): Promise<boolean> {
  const fees = (await promisedFeesOf(db, [articleId])).get(articleId)
  const promised = fees ? [fees.local, fees.international].map(({ amount }) => feeIn(amount)) : []
  const same = promised.flatMap((fee) => (fee && fee !== 'free' && fee.currency === currency ? [fee.minor] : []))
  return same.length > 0 && minor >= Math.max(...same)
}

/**
 * Answers a request, for good; the author gets an email. An invoice that was issued before follows in the same transaction. The
 * same answer sent again changes nothing.
 */
export async function answerWaiver(
  tx: Tx,
  caller: Caller,
  { id: articleId, askedAt, outcome, remains, answer }: WaiverAnswer & { id: string },
): Promise<void> {
  // First: those who may not know of it get the same answer for every manuscript.
  await requireFees(tx, caller, articleId)
  const locked = await lockCase(tx, articleId)
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
  if (outcome !== 'declined') await replaceInvoice(tx, caller, locked, money)
}
