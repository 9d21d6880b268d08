import type { Generated } from 'kysely'
import type { JobKind } from '../../contract/rules/health/job-kinds.ts'

type Timestamp = string

/** What the running program writes down about itself. */
export interface OperatingTables {
  /** The changes of the tables that have been made. */
  migrations: { name: string; at: Timestamp }
  /** The processes that serve the journal, each with its own row, on one machine or several. */
  server_processes: {
    id: string
    /** The program that it belongs to: those that one supervisor has started share it. */
    server: string
    version: string
    started_at: Timestamp
    seen_at: Timestamp
    /** How far its clock is ahead of the database's. */
    clock_ahead_ms: number
    /** Null: unknown. */
    free_bytes: number | null
    /** JSON of how each kind of background work gets on. */
    work: string
  }
  /** Files that were found missing or damaged when someone wanted them. */
  damaged_files: { file_id: string; seen_at: Timestamp; how: string }
  /** What administrators have been sent an email about, until it is over. */
  warnings_sent: { about: string; at: Timestamp }
}

/** What is to be done in the background: see `platform/jobs`. */
export interface JobTables {
  jobs: {
    kind: JobKind
    /** The id of what it is about; its row may be gone by then. */
    subject: string
    /** '': at once, whatever the clock says. While a process works on it: when another may take it over. */
    run_after: Timestamp | ''
    attempts: Generated<number>
    /** The claim of the process that works on it. */
    claim: string | null
    /** Why the last attempt failed, as a sentence. */
    error: string | null
    /** When it was given up. */
    failed_at: Timestamp | null
    created_at: Timestamp
  }
}

/** The tables of what several servers have to know together. */
export interface SeveralServersTables {
  secret_fingerprints: {
    name: string
    fingerprint: string
    noted_at: string
  }
  shared_counts: {
    /** A hash. */
    key: string
    count: number
    /** In milliseconds of the database's clock. */
    ends_at: number
  }
}
