import type { WaiverKind, WaiverOutcome } from '../../contract/rules/fees/waivers.ts'

type Timestamp = string

/** Fees of manuscripts: see the migration for what the columns mean. */
export interface FeeTables {
  manuscript_promises: { article_id: string; journal_version: number; promised: string; pages: string }
  waivers: WaiverRow
  waiver_openings: { article_id: string; user_id: string; opened_at: Timestamp }
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
