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
