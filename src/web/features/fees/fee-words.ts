import type { FeeRow, Invoice, InvoiceToCredit } from '../../../contract/api/invoices.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'

/** What an invoice is today, for its list: what is late, and the rest of it. */
export function invoiceInWords(invoice: Invoice): { late: string; words: string } {
  const { state, daysLate, remindedAt, paid, paidOn, issuedOn, creditedBy } = invoice
  if (state === 'overdue') {
    const more = [paid && `${paid} paid`, remindedAt && `reminded ${longDate(remindedAt)}`].filter(Boolean)
    return { late: `${counted(daysLate, 'day')} late`, words: more.map((part) => `, ${part}`).join('') }
  }
  const words = {
    open: `Sent ${longDate(issuedOn)}`,
    'part paid': `${paid} paid`,
    paid: `Paid ${longDate(paidOn)}`,
    overpaid: `${paid} paid, more than was due`,
    credited: paid ? `Credited by ${creditedBy}; ${paid} had been paid` : `Credited by ${creditedBy}`,
  }[state]
  return { late: '', words }
}

/** How a request to pay less was answered. */
export function waiverInWords(waiver: FeeRow['waiver']): string {
  if (!waiver) return ''
  const words = { whole: 'Waived', part: `Reduced to ${waiver.remains}`, declined: 'Waiver declined' }
  return waiver.outcome === null ? 'Answer the waiver first' : words[waiver.outcome]
}

export const CREDIT_WORDS: Record<InvoiceToCredit['because'], string> = {
  reopened: 'The manuscript is decided on again.',
  withdrawn: 'The manuscript was withdrawn.',
  deleted: 'The manuscript was deleted.',
  waived: 'The fee was waived or reduced since.',
}

/** '2 waivers to answer; 1 invoice is overdue.' */
export function workInWords(waivers: number, overdue: number, toInvoice: number): string {
  const parts = [
    waivers && `${counted(waivers, 'waiver')} to answer`,
    toInvoice && `${counted(toInvoice, 'manuscript')} to invoice`,
    overdue && `${counted(overdue, 'invoice')} ${overdue === 1 ? 'is' : 'are'} overdue`,
  ].filter((part) => typeof part === 'string')
  return parts.length ? `${parts.join('; ')}.` : ''
}

/** The first amount is the figure; those in other currencies are named beside it. */
export function amountsInWords(label: string, amounts: readonly string[]): { label: string; figure: string } {
  const [first = '–', ...others] = amounts
  return { label: others.length ? `${label}, and ${others.join(', ')}` : label, figure: first }
}
