/**
 * How long work has waited for the database: on PostgreSQL for a connection, on SQLite for the lock that lets one process
 * write at a time.
 */
export class DatabaseWaits {
  count = 0
  seconds = 0
  /** How many times it was given up, because it took too long. */
  busy = 0
  /** How many are waiting now. */
  waiting: () => number = () => 0

  note(ms: number): void {
    this.count++
    this.seconds += ms / 1000
  }
}
