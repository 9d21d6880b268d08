import { afterWaiver } from '../../../contract/rules/fees/sides.ts'
import { type Money, moneyInWords } from '../../../contract/rules/fees/money.ts'
import { daysBetween } from '../../../contract/rules/peer-review/days.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { InvoiceRow } from '../../../platform/database/fee-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { isAccepted } from '../../peer-review/cases/accepted.ts'
import type { LockedCase } from '../../peer-review/cases/case-rows.ts'
import { promisedFeesOf } from '../promises.ts'
import { creditInvoice } from './credit.ts'
import { creditNoteOf, standingInvoice } from './invoice-rows.ts'
import { linesFor, writeInvoice } from './issue.ts'
import { holdSeries } from './numbers.ts'

/**
 * Takes back the invoice of a fee that was waived or reduced after it, and issues another one for what is left. Not before the
 * manuscript is accepted for good: who decides on it again sees whether its invoice was credited, so that it is only offered then.
 */
export async function replaceInvoice(tx: Tx, caller: Caller, locked: LockedCase, rest: Money | null): Promise<void> {
  const articleId = locked.article.id
  const invoice = await standingInvoice(tx, articleId)
  if (!invoice || !(await isAccepted(tx, articleId))) return
  await holdSeries(tx, invoice.issued_on)
  // Someone has credited it meanwhile: another one is issued by hand.
  if ((await creditNoteOf(tx, invoice.number)) !== null) return
  const fee = { currency: invoice.currency, minor: invoice.total }
  const left = rest && afterWaiver(fee, rest)
  // It was less already.
  if (left && left.currency === fee.currency && left.minor === fee.minor) return
  await creditInvoice(tx, caller, invoice.number)
  // What was withdrawn has no fee any more.
  if (!left || locked.theCase.stage === 'withdrawn') return
  const fees = (await promisedFeesOf(tx, [articleId])).get(articleId)!
  const number = await writeInvoice(tx, caller, locked, {
    ...{ side: invoice.side, reason: invoice.side_reason, payer: invoice.payer, address: invoice.payer_address },
    // As much time as before, from today.
    dueDays: daysBetween(invoice.issued_on, invoice.due_on ?? invoice.issued_on),
    ...linesFor(locked, fees[invoice.side], { fee, rest: left }),
  })
  if (left.currency === invoice.currency) await movePayments(tx, caller, invoice, number)
}

/** What was paid of the one counts for the other: its author is not asked to pay twice, and what is too much shows. */
async function movePayments(tx: Tx, caller: Caller, from: InvoiceRow, to: string): Promise<void> {
  const payments = await tx
    .selectFrom('payments')
    .selectAll()
    .where('invoice', '=', from.number)
    .where('withdrawn_at', 'is', null)
    .orderBy('noted_at')
    .orderBy('id')
    .execute()
  for (const payment of payments) {
    await tx
      .updateTable('payments')
      .set({ withdrawn_at: now(), withdrawn_by: caller.userId })
      .where('id', '=', payment.id)
      .execute()
    await tx
      .insertInto('payments')
      .values({ ...payment, id: newId(), invoice: to, noted_at: now() })
      .execute()
    const noted = {
      amount: moneyInWords({ currency: from.currency, minor: payment.amount }),
      receivedOn: payment.received_on,
    }
    await writeAuditEntry(tx, caller.userId, 'fee.take-back-payment', from.article_id, {
      before: { number: from.number, ...noted },
    })
    await writeAuditEntry(tx, caller.userId, 'fee.note-payment', from.article_id, { after: { number: to, ...noted } })
  }
}
