import type { WaiverKind, WaiverOutcome } from '../../contract/rules/fees/waivers.ts'

type Timestamp = string

/** Fees of manuscripts: see the migration for what the columns mean. */
export interface FeeTables {
  manuscript_promises: { article_id: string; journal_version: number; promised: string; pages: string }
  waivers: WaiverRow
  bank_details: BankDetailsRow
}

export interface WaiverRow {
  article_id: string
  kind: WaiverKind
  could_pay: string
  reason: string
  asked_by: string | null
  asked_at: Timestamp
  told_at: Timestamp | null
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
