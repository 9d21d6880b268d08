import type { DepositReason, DepositState } from '../../contract/rules/articles/deposits.ts'

type Timestamp = string

/** The deposits of metadata with Crossref. */
export interface DepositTables {
  deposits: DepositRow
}

export interface DepositRow {
  /** Also the id of the batch at Crossref, and the name of its file there. */
  id: string
  /** What is deposited. Reviews and corrections with a DOI of their own will be other kinds. */
  kind: 'article'
  /** The id of what is deposited: of the article, or one day of a report. */
  subject_id: string
  /** No foreign key: a DOI outlives a deleted article. */
  article_id: string
  doi: string
  /** The DOI of what this one is about, and how, as Crossref's relations and updates name it; null for an article. */
  related_doi: string | null
  relation: string | null
  state: DepositState
  reason: DepositReason
  /** The version of the article when the deposit was written; what is sent is the newest. */
  article_version: number
  created_at: Timestamp
  /** As Crossref compares them, 17 digits: of two deposits of a DOI the higher one counts. Null: never sent. */
  timestamp: string | null
  attempts: number
  next_try_at: Timestamp
  /** Set while a process is working on it. */
  claimed_until: Timestamp | null
  /** When it was last sent without knowing whether it arrived; null if it has not been, or surely did not arrive. */
  tried_at: Timestamp | null
  sent_at: Timestamp | null
  /** When it came to its end. */
  answered_at: Timestamp | null
  /** Crossref's number of the submission. */
  submission_id: string | null
  /** What Crossref said, as JSON: a list of `{ status, message }`. */
  messages: string | null
  /** Why the last attempt failed, in a sentence. */
  last_error: string | null
}
