import Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import { closeToOthers, privateFile } from '../storage/private.ts'
import type { Tables } from './tables.ts'

const BUSY_MS = 5_000

/** Opens the embedded database; `file` is created when it is not there. */
export function openSqlite(file: string): Kysely<Tables> {
  // The files that SQLite makes beside it get the same rights.
  privateFile(file)
  for (const beside of ['-wal', '-shm']) closeToOthers(file + beside)
  const sqlite = new Sqlite(file)
  useWriteAheadLog(sqlite)
  // FULL: a commit has reached the disk before it is acknowledged.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  return new Kysely<Tables>({ dialect: new CarefulDialect(sqlite) })
}

/**
 * A new file is switched to WAL by a process that has it alone for that moment. SQLite does not
 * wait for this by itself, so that of two processes that start together one would fail.
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
  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  /**
   * Transactions take the write lock when they begin. A deferred one that reads first can be refused
   * at its first write when another process (an import, say) wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /**
   * When the disk is full or broken SQLite has often rolled back by itself already. Asking once more
   * would fail, and that failure would hide what was the matter.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

class CarefulDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database
  constructor(sqlite: Sqlite.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }
  override createDriver(): SqliteDriver {
    return new CarefulDriver(this.#sqlite)
  }
}
