import type { DepositReason, DepositState } from '../../contract/rules/articles/deposits.ts'

type Timestamp = string

/** The tables of copies. */
export interface BackupTables {
  backups: {
    id: string
    file_name: string
    place: 'folder' | 'bucket'
    started_at: string
    /** Null while it is being made, or where that failed. */
    finished_at: string | null
    /** When it was restored for a test and everything was there. */
    tested_at: string | null
    /** When rotation removed it. */
    removed_at: string | null
    bytes: number | null
    sha256: string | null
    /** What went wrong, as a sentence for the operator. */
    fault: string | null
    /** What is worth knowing about a good one. */
    remark: string | null
    /** Which machine has it, with the folder. */
    holder: string | null
    /** 1 in the only row that may be at work. */
    running: 1 | null
    /** Until then the process that makes it is taken to be alive. */
    claimed_until: string | null
  }
}

/** The deposits of metadata with Crossref. */
export interface DepositTables {
  deposits: DepositRow
}

export interface DepositRow {
  /** Also the id of the batch at Crossref, and the name of its file there. */
  id: string
  /** What is deposited. */
  kind: 'article' | 'review'
  /** The id of what is deposited: of the article, or of a published review. */
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

/** What harvesters and archives are given. */
export interface HarvestTables {
  /**
   * One row for each article that is or has been public, kept by triggers. It outlives the article: harvesters
   * learn that a record has been deleted.
   */
  harvest_records: {
    article_id: string
    /** By the database's clock: when anything of the record last changed. */
    changed_at: Timestamp
    /** 1: the article is no longer public. */
    deleted: number
    category_id: string | null
    volume_id: string | null
  }
}

/** The tables of usage. */
export interface UsageTables {
  usage_months: {
    article_id: string
    /** YYYY-MM, in UTC. */
    month: string
    /** Of the page, and of the PDF. */
    views: number
    downloads: number
    total_investigations: number
    unique_investigations: number
    total_requests: number
    unique_requests: number
  }
  usage_totals: { article_id: string; views: number; downloads: number }
  /** The days at whose end the totals were made. */
  usage_days: { day: string }
}
