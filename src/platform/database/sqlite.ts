import Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import { closeToOthers, privateFile } from '../storage/private.ts'
import { keepingStatements } from './kept-statements.ts'
import { DatabaseWaits } from './waits.ts'
import type { Tables } from './tables.ts'

const BUSY_MS = 5_000

/** Opens the embedded database; `file` is created if it does not exist. */
export function openSqlite(file: string, waits = new DatabaseWaits()): Kysely<Tables> {
  // The files that SQLite creates next to it get the same permissions.
  privateFile(file)
  for (const beside of ['-wal', '-shm']) closeToOthers(file + beside)
  const sqlite = new Sqlite(file)
  useWriteAheadLog(sqlite)
  // FULL: a commit has reached the disk before it is acknowledged.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // What is deleted is overwritten: else an erased name stays in the file until its page is used again.
  sqlite.pragma('secure_delete = ON')
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  return new Kysely<Tables>({ dialect: new CarefulDialect(sqlite, waits) })
}

/**
 * A new file is switched to WAL under an exclusive lock. SQLite does not wait for this by itself, so that one
 * of two processes that start together would fail.
 */
function useWriteAheadLog(sqlite: Sqlite.Database): void {
  for (const patience = Date.now() + BUSY_MS; ;) {
    try {
      sqlite.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > patience) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

class CarefulDriver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database
  readonly #waits: DatabaseWaits
  constructor(sqlite: Sqlite.Database, waits: DatabaseWaits) {
    super({ database: keepingStatements(sqlite) })
    this.#sqlite = sqlite
    this.#waits = waits
  }

  /**
   * Transactions take the write lock when they begin. A deferred one that reads first can fail at its first
   * write if another process (an import, say) wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const began = performance.now()
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    } catch (error) {
      if ((error as { code?: string }).code === 'SQLITE_BUSY') this.#waits.busy++
      throw error
    } finally {
      this.#waits.note(performance.now() - began)
    }
  }

  /**
   * If the disk is full or broken, SQLite has often rolled back already. A second rollback would fail, and
   * hide the original error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

class CarefulDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database
  readonly #waits: DatabaseWaits
  constructor(sqlite: Sqlite.Database, waits: DatabaseWaits) {
    super({ database: sqlite })
    this.#sqlite = sqlite
    this.#waits = waits
  }
  override createDriver(): SqliteDriver {
    return new CarefulDriver(this.#sqlite, this.#waits)
  }
}
