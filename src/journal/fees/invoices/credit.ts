import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { FeeEmail } from '../fee-email.ts'
import { creditNoteOf, everInvoicedFor, invoiceFor, linesOf } from './invoice-rows.ts'
import { holdSeries, takeNumber } from './numbers.ts'
import { submitterAddress } from './submitter.ts'

/** Takes back an invoice by a credit note of its own number; the author gets an email. Credited again it is the same note. */
export async function creditInvoice(tx: Tx, caller: Caller, number: string): Promise<string> {
  const invoice = await invoiceFor(tx, caller, number, everInvoicedFor(caller))
  if (invoice.credits !== null) throw notFound('Invoice')
  await holdSeries(tx, invoice.issued_on)
  const before = await creditNoteOf(tx, number)
  if (before !== null) return before
  const day = dayOf(now())
  const note = await takeNumber(tx, day)
  await tx
    .insertInto('invoices')
    .values({
      ...invoice,
      ...{ number: note, credits: number, total: -invoice.total, issued_on: day, due_on: null },
      lines: JSON.stringify(linesOf(invoice).map(({ words, minor }) => ({ words, minor: -minor }))),
      ...{ issued_by: caller.userId, issued_at: now() },
    })
    .execute()
  const { article_id: articleId } = invoice
  await writeAuditEntry(tx, caller.userId, 'fee.credit-invoice', articleId, {
    after: { number: note, credits: number },
  })
  const recipient = await submitterAddress(tx, articleId)
  if (recipient) await enqueue<FeeEmail>(tx, { kind: 'fee-credited', recipient, data: { articleId, invoice: number } })
  return note
}
