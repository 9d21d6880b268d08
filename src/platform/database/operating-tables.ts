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
  /** Files that were found missing or damaged when somebody wanted them. */
  damaged_files: { file_id: string; seen_at: Timestamp; how: string }
  /** What administrators have been sent an email about, until it is over. */
  warnings_sent: { about: string; at: Timestamp }
}
