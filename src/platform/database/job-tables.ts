import type { Generated } from 'kysely'
import type { JobKind } from '../../contract/rules/health/job-kinds.ts'

type Timestamp = string

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
