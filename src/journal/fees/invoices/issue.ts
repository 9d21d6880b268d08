import {
  AMOUNT_REQUIRED,
  HAS_INVOICE,
  type InvoiceForm,
  NOTHING_TO_PAY,
  SIDE_REASON_REQUIRED,
  WAIVER_WAITS,
} from '../../../contract/api/invoices.ts'
import { journal } from '../../../contract/journal.ts'
import { journalOn } from '../../../contract/rules/articles/titles.ts'
import { type FeeSide, afterWaiver } from '../../../contract/rules/fees/sides.ts'
import { feeIn, type Money, moneyInWords } from '../../../contract/rules/fees/money.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { lockCase, loadDecisions, type LockedCase } from '../../peer-review/cases/case-rows.ts'
import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { FeeEmail } from '../fee-email.ts'
import { hasNoFee } from '../no-fee.ts'
import { payToNow } from '../pay-to.ts'
import { type PromisedFees, promisedFeesOf } from '../promises.ts'
import { requireFeeDue } from '../standing.ts'
import { findWaiver } from '../waivers.ts'
import { type InvoiceLine, type Printed, standingInvoice } from './invoice-rows.ts'
import { holdSeries, takeNumber } from './numbers.ts'
import { countriesOf, sidesAmong } from './sides.ts'
import { submitterAddress } from './submitter.ts'

/**
 * Issues the invoice of a manuscript that was accepted for good, by the fee that it was promised. Null if the fee of its side is
 * nothing: then only that is noted. The same sent again is one invoice.
 */
export async function issueInvoice(
  tx: Tx,
  caller: Caller,
  { id: articleId, ...form }: InvoiceForm & { id: string },
): Promise<string | null> {
  // First: those who may not know of it get the same answer for every manuscript.
  await requireFeeDue(tx, caller, articleId)
  const locked = await lockCase(tx, articleId)
  await requireFeeDue(tx, caller, articleId)
  refuseWithoutFee(locked)
  const waiver = await findWaiver(tx, articleId)
  if (waiver && waiver.outcome === null) throw new DomainError('conflict', WAIVER_WAITS)
  if (waiver?.outcome === 'whole') throw new DomainError('conflict', NOTHING_TO_PAY)
  const sides = sidesAmong(await countriesOf(tx, articleId))
  const isPlain = !sides.length || (sides.length === 1 && sides[0] === form.side)
  if (!isPlain && !form.reason) throw invalid('reason', SIDE_REASON_REQUIRED)

  const fees = (await promisedFeesOf(tx, [articleId])).get(articleId)!
  const fee = feeOf(fees, form)
  if (fee === 'free') {
    await chooseSide(tx, caller, articleId, form)
    return null
  }
  const rest = waiver?.outcome === 'part' ? { currency: waiver.currency!, minor: waiver.amount! } : null
  const lines = linesFor(locked, fees[form.side], { fee, rest })
  const { currency, total } = lines
  await holdSeries(tx, dayOf(now()))
  const before = await standingInvoice(tx, articleId)
  if (before) {
    const isSame =
      before.payer === form.payer &&
      before.payer_address === form.address &&
      before.side === form.side &&
      before.currency === currency &&
      before.total === total
    if (isSame) return before.number
    throw new DomainError('conflict', HAS_INVOICE)
  }
  await keepSide(tx, caller, articleId, form)
  return writeInvoice(tx, caller, locked, { ...form, ...lines })
}

type NewInvoice = Pick<InvoiceForm, 'side' | 'reason' | 'payer' | 'address' | 'dueDays'> & Lines

/** Writes an invoice of today with a number of its own; the author gets an email. */
export async function writeInvoice(
  tx: Tx,
  caller: Caller,
  locked: LockedCase,
  { side, reason, payer, address, dueDays, lines, currency, total }: NewInvoice,
): Promise<string> {
  const day = dayOf(now())
  const number = await takeNumber(tx, day)
  const articleId = locked.article.id
  await tx
    .insertInto('invoices')
    .values({
      ...{ number, article_id: articleId, credits: null, side, side_reason: reason },
      ...{ payer, payer_address: address, currency, total },
      lines: JSON.stringify(lines),
      printed: JSON.stringify(await printedFor(tx, locked, day)),
      ...{ issued_on: day, due_on: addDays(day, dueDays), issued_by: caller.userId, issued_at: now() },
    })
    .execute()
  await writeAuditEntry(tx, caller.userId, 'fee.issue-invoice', articleId, {
    after: { number, total: moneyInWords({ currency, minor: total }), side },
  })
  const recipient = await submitterAddress(tx, articleId)
  if (recipient) await enqueue<FeeEmail>(tx, { kind: 'fee-invoice', recipient, data: { articleId, invoice: number } })
  return number
}

/** What was imported or made up has no fee, and what was withdrawn has none any more. */
export function refuseWithoutFee({ article, theCase }: LockedCase): void {
  if (hasNoFee(article, theCase) || theCase.stage === 'withdrawn') throw new DomainError('conflict', NOTHING_TO_PAY)
}

function feeOf(fees: PromisedFees, { side, amount }: Pick<InvoiceForm, 'side' | 'amount'>): Money | 'free' {
  const promised = feeIn(fees[side].amount)
  if (promised !== null) return promised
  const typed = feeIn(amount)
  if (typed === null || typed === 'free') throw invalid('amount', AMOUNT_REQUIRED)
  return typed
}

interface Lines {
  lines: InvoiceLine[]
  currency: string
  total: number
}

/** What is to be paid of a fee, with what it is for. */
export function linesFor(
  { theCase }: LockedCase,
  { whom }: PromisedFees[FeeSide],
  { fee, rest }: { fee: Money; rest: Money | null },
): Lines {
  const { currency, minor: total } = afterWaiver(fee, rest)
  const words = `Publication fee, ${whom}, as of the day of submission, ${longDate(theCase.received_on)}`
  if (currency !== fee.currency) {
    return { lines: [{ words: `${words}: ${moneyInWords(fee)}, reduced`, minor: total }], currency, total }
  }
  const reduced = total < fee.minor ? [{ words: 'Reduced, as agreed', minor: total - fee.minor }] : []
  return { lines: [{ words, minor: fee.minor }, ...reduced], currency, total }
}

async function printedFor(tx: Tx, { article, theCase }: LockedCase, day: string): Promise<Printed> {
  const { name, publisher, contact } = journalOn(day, journal())
  const accepted = standingDecisions(await loadDecisions(tx, article.id)).findLast(({ kind }) => kind === 'accept')
  return {
    ...{ journal: name, publisher: publisher.name, publisherAddress: publisher.address, contact: contact.email },
    ...{ title: article.title, manuscript: theCase.number },
    acceptedOn: accepted ? dayOf(accepted.decided_at) : null,
    payTo: await payToNow(tx),
  }
}

const keepSide = (tx: Tx, caller: Caller, articleId: string, { side, reason }: InvoiceForm): Promise<unknown> => {
  const chosen = { side, reason, chosen_by: caller.userId, chosen_at: now() }
  return tx
    .insertInto('fee_sides')
    .values({ article_id: articleId, ...chosen })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(chosen))
    .execute()
}

/** On this side there is nothing to pay. */
async function chooseSide(tx: Tx, caller: Caller, articleId: string, form: InvoiceForm): Promise<void> {
  if (await standingInvoice(tx, articleId)) throw new DomainError('conflict', HAS_INVOICE)
  const before = await tx.selectFrom('fee_sides').select('side').where('article_id', '=', articleId).executeTakeFirst()
  if (before?.side === form.side) return
  await keepSide(tx, caller, articleId, form)
  await writeAuditEntry(tx, caller.userId, 'fee.choose-side', articleId, { after: { side: form.side } })
}
