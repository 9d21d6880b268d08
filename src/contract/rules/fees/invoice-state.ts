/** What an invoice is: it follows from its payments, its credit note and the day, and is stored nowhere. */
export const INVOICE_STATES = ['open', 'overdue', 'part paid', 'paid', 'overpaid', 'credited'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export interface InvoiceFacts {
  /** In the smallest unit of its currency. */
  total: number
  dueOn: string
  /** The sum of what was paid, without payments that were noted by mistake. */
  paid: number
  isCredited: boolean
}

export function invoiceState({ total, dueOn, paid, isCredited }: InvoiceFacts, today: string): InvoiceState {
  if (isCredited) return 'credited'
  if (paid > total) return 'overpaid'
  if (paid === total) return 'paid'
  // What is late is late, also if a part of it has been paid.
  if (today > dueOn) return 'overdue'
  return paid > 0 ? 'part paid' : 'open'
}

/** Nothing is left to be paid. */
export const isSettled = (state: InvoiceState): boolean => state === 'paid' || state === 'overpaid'
