import {
  IS_CREDITED,
  PAID_AMOUNT_REQUIRED,
  PAID_MEANWHILE,
  type PaymentForm,
  RECEIVED_TOO_LATE,
  TOO_MUCH_PAID,
} from '../../../contract/api/invoices.ts'
import { INTEGER_MAX } from '../../../contract/api/field-schemas.ts'
import { minorIn, moneyInWords } from '../../../contract/rules/fees/money.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import type { FeeEmail } from '../fee-email.ts'
import { creditNoteOf, invoiceFor, paidOf } from './invoice-rows.ts'
import { holdSeries } from './numbers.ts'
import { submitterAddress } from './submitter.ts'

/** An amount without its currency, or with that of the invoice. */
const received = (typed: string, currency: string): number | null => {
  const amount = typed.toUpperCase().startsWith(currency) ? typed.slice(currency.length) : typed
  return minorIn(amount, currency)
}

/** Notes that something was paid; the author gets a receipt. The same sent again, because its answer was lost, is one payment. */
export async function notePayment(
  tx: Tx,
  caller: Caller,
  { id: number, receivedOn, amount, reference, seenPaid }: PaymentForm & { id: string },
): Promise<void> {
  const invoice = await invoiceFor(tx, caller, number)
  if (invoice.credits !== null) throw notFound('Invoice')
  await holdSeries(tx, invoice.issued_on)
  // In no place on earth is it later than tomorrow.
  if (receivedOn > addDays(now(), 1)) throw invalid('receivedOn', RECEIVED_TOO_LATE)
  const minor = received(amount, invoice.currency)
  if (minor === null || minor === 0) throw invalid('amount', PAID_AMOUNT_REQUIRED)
  if ((await creditNoteOf(tx, number)) !== null) throw new DomainError('conflict', IS_CREDITED)
  const paid = await paidOf(tx, number)
  if (paid !== seenPaid) {
    const last = await tx
      .selectFrom('payments')
      .selectAll()
      .where('invoice', '=', number)
      .where('withdrawn_at', 'is', null)
      .orderBy('noted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const isRepeated =
      last?.amount === minor &&
      last.received_on === receivedOn &&
      last.reference === reference &&
      last.noted_by === caller.userId &&
      paid === seenPaid + minor
    if (isRepeated) return
    throw new DomainError('conflict', PAID_MEANWHILE)
  }
  if (paid + minor > INTEGER_MAX) throw invalid('amount', TOO_MUCH_PAID)
  const id = newId()
  await tx
    .insertInto('payments')
    .values({
      ...{ id, invoice: number, received_on: receivedOn, amount: minor, reference },
      ...{ noted_by: caller.userId, noted_at: now(), withdrawn_at: null, withdrawn_by: null },
    })
    .execute()
  const { article_id: articleId, currency } = invoice
  await writeAuditEntry(tx, caller.userId, 'fee.note-payment', articleId, {
    after: { number, amount: moneyInWords({ currency, minor }), receivedOn },
  })
  const recipient = await submitterAddress(tx, articleId)
  if (recipient)
    await enqueue<FeeEmail>(tx, {
      ...{ kind: 'fee-receipt', recipient },
      data: { articleId, invoice: number, payment: id },
    })
}

/** A payment that was noted by mistake is taken back: its row is kept. Answers the number of its invoice. */
export async function takeBackPayment(tx: Tx, caller: Caller, id: string): Promise<string> {
  const payment = await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  // Who may not know of the invoice gets the same answer for every payment.
  const invoice = payment && (await invoiceFor(tx, caller, payment.invoice).catch(() => undefined))
  if (!invoice) throw notFound('Payment')
  await holdSeries(tx, invoice.issued_on)
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ withdrawn_at: now(), withdrawn_by: caller.userId })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return invoice.number
  await writeAuditEntry(tx, caller.userId, 'fee.take-back-payment', invoice.article_id, {
    before: {
      number: invoice.number,
      amount: moneyInWords({ currency: invoice.currency, minor: payment.amount }),
      receivedOn: payment.received_on,
    },
  })
  return invoice.number
}
