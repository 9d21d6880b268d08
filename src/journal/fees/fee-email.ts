import type { NewEmail } from '../../platform/email/outbox.ts'

export interface AboutFee {
  articleId: string
}
export interface AboutInvoice extends AboutFee {
  /** Its number. */
  invoice: string
}
export interface AboutPayment extends AboutInvoice {
  payment: string
}

/** They hold ids alone: what was asked, answered and invoiced is read when an email is made. */
export interface WaiverEmails {
  'fee-waiver-asked': AboutFee
  'fee-waiver-sealed': AboutFee
  'fee-waiver-answered': AboutFee
}
export interface InvoiceEmails {
  'fee-invoice': AboutInvoice
  'fee-reminder': AboutInvoice
  'fee-credited': AboutInvoice
  'fee-receipt': AboutPayment
}
export type FeeEmail = NewEmail<WaiverEmails & InvoiceEmails>
