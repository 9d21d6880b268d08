import { invoiceState, isSettled } from '../../contract/rules/fees/invoice-state.ts'
import { feeIn } from '../../contract/rules/fees/money.ts'
import { FEE_SIDES } from '../../contract/rules/fees/sides.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { CaseRow } from '../../platform/database/review-tables.ts'
import { DomainError } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { promisedToOne } from '../settings/promised.ts'
import { hasNoFee } from './no-fee.ts'
import { countriesOf, sidesAmong } from './invoices/sides.ts'

/** It tells nothing more: neither whether something is owed, nor whether less was asked for. */
export const NOT_CLEARED = 'This article is not cleared yet.'

/**
 * Refuses to publish an accepted article whose fee comes first and is not settled: asked wherever an article is published, held
 * for an issue or published with one. Before acceptance nothing is asked: what someone may decide never depends on it. Samples
 * and what was imported have no fee.
 */
export async function requireCleared(
  db: Db,
  theCase: Pick<CaseRow, 'article_id' | 'stage' | 'is_sample'>,
): Promise<void> {
  if (theCase.stage !== 'accepted') return
  const articleId = theCase.article_id
  const { origin } = await db
    .selectFrom('articles')
    .select('origin')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  if (hasNoFee({ origin }, theCase)) return
  const { fees } = await promisedToOne(db, articleId)
  if (!fees.paymentFirst || (await isFree(db, articleId, fees))) return
  const waiver = await db.selectFrom('waivers').select('outcome').where('article_id', '=', articleId).executeTakeFirst()
  if (waiver?.outcome === 'whole') return
  const isAsked = waiver !== undefined && waiver.outcome === null
  if (isAsked || !(await isPaid(db, articleId))) throw new DomainError('conflict', NOT_CLEARED)
}

type Amounts = Record<(typeof FEE_SIDES)[number], { amount: string }>

/** Whether there is nothing to pay on the side of its authors; where that is not known, on either. */
async function isFree(db: Db, articleId: string, fees: Amounts): Promise<boolean> {
  const chosen = await db.selectFrom('fee_sides').select('side').where('article_id', '=', articleId).executeTakeFirst()
  const own = chosen ? [chosen.side] : sidesAmong(await countriesOf(db, articleId))
  const sides = own.length ? own : FEE_SIDES
  return sides.every((side) => feeIn(fees[side].amount) === 'free')
}

/** Whether an invoice that was not credited is paid. */
async function isPaid(db: Db, articleId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('invoices as credit', 'credit.credits', 'invoices.number')
    .leftJoin('payments', (join) =>
      join.onRef('payments.invoice', '=', 'invoices.number').on('payments.withdrawn_at', 'is', null),
    )
    .select(['invoices.number', 'invoices.total', 'invoices.due_on', 'invoices.issued_on'])
    .select(({ fn }) => fn.sum('payments.amount').as('paid'))
    .where('invoices.article_id', '=', articleId)
    .where('invoices.credits', 'is', null)
    .where('credit.number', 'is', null)
    .groupBy(['invoices.number', 'invoices.total', 'invoices.due_on', 'invoices.issued_on'])
    .execute()
  const today = dayOf(now())
  return rows.some(({ total, due_on, issued_on, paid }) =>
    isSettled(invoiceState({ total, dueOn: due_on ?? issued_on, paid: Number(paid ?? 0), isCredited: false }, today)),
  )
}
