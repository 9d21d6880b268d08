/** Entries of the audit log that say what became of the samples: added whole, or removed for good. */
export const SAMPLES_ADDED = 'sample-content.add'
export const SAMPLES_REMOVED = 'sample-content.remove'

/** What the entry of `SAMPLES_ADDED` keeps, so that a board somebody has changed is left alone. */
export interface SamplesAdded {
  articles: number
  /** SHA-256 of the editorial board's text; null when there was a board already. */
  board: string | null
}
