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
