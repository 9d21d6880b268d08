import type { NewEmail } from '../../platform/email/outbox.ts'

export interface AboutFee {
  articleId: string
}

/** They hold ids alone: what was asked and answered is read when an email is made. */
export interface FeeEmails {
  'fee-waiver-asked': AboutFee
  'fee-waiver-sealed': AboutFee
  'fee-waiver-answered': AboutFee
}
export type FeeEmail = NewEmail<FeeEmails>
