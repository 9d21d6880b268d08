import type { FeeSide } from '../../contract/rules/fees/sides.ts'
import type { WaiverKind, WaiverOutcome } from '../../contract/rules/fees/waivers.ts'

type Timestamp = string

/** Fees of manuscripts: see the migration for what the columns mean. */
export interface FeeTables {
  manuscript_promises: { article_id: string; journal_version: number; promised: string; pages: string }
  waivers: WaiverRow
  waiver_openings: { article_id: string; user_id: string; opened_at: Timestamp }
  waiver_list_readers: { article_id: string; user_id: string; since: Timestamp }
  bank_details: BankDetailsRow
  invoice_counters: { year: number; last: number }
  invoices: InvoiceRow
  payments: PaymentRow
  invoice_reminders: { invoice: string; days: number; sent_at: Timestamp | null }
  fee_sides: { article_id: string; side: FeeSide; reason: string; chosen_by: string; chosen_at: Timestamp }
}

export interface InvoiceRow {
  number: string
  article_id: string
  credits: string | null
  side: FeeSide
  side_reason: string
  payer: string
  payer_address: string
  lines: string
  printed: string
  currency: string
  total: number
  issued_on: string
  due_on: string | null
  issued_by: string
  issued_at: Timestamp
}

export interface PaymentRow {
  id: string
  invoice: string
  received_on: string
  amount: number
  reference: string
  noted_by: string
  noted_at: Timestamp
  withdrawn_at: Timestamp | null
  withdrawn_by: string | null
}

export interface WaiverRow {
  article_id: string
  kind: WaiverKind
  could_pay: string
  reason: string
  asked_by: string | null
  asked_at: Timestamp
  told_at: Timestamp | null
  officers_told_at: Timestamp | null
  outcome: WaiverOutcome | null
  currency: string | null
  amount: number | null
  answer: string | null
  answered_by: string | null
  answered_at: Timestamp | null
}

export interface BankDetailsRow {
  id: string
  number: number
  words: string
  proposed_by: string
  proposed_at: Timestamp
  alone_until: Timestamp | null
  hours_counted: number
  counted_at: Timestamp | null
  confirmed_by: string | null
  in_force_from: Timestamp | null
  ended_by: string | null
  ended_at: Timestamp | null
  state: 'waiting' | 'confirmed' | 'ended'
}
