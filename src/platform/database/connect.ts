import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely'
import { closeToOthers, privateFile, privateFolder } from '../storage/private.ts'
import { Enqueued } from './enqueued.ts'
import { keepingStatements } from './kept-statements.ts'
import { openPostgres, type Patience, DatabaseWaits } from './postgres.ts'
import { readingVersion } from './site-version.ts'
import type { Tables } from './tables.ts'
import { readsAtOnce, readsTogether, type VersionReader } from './version-reader.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly db: Db
  /** Runs `work` in one durable transaction. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The site's version, read after this call, so that every writer reads their own write. */
  readSiteVersion: VersionReader['read']
  readonly waits: DatabaseWaits
  /** Announces the jobs that transactions of this process have enqueued. */
  readonly enqueued: Enqueued
  close(): Promise<void>
}

/** An SQLite database file, or the URL of a PostgreSQL database. */
export type Where = { file: string } | { url: string }

/** Opens the embedded SQLite file, or PostgreSQL if `url` is given. */
export function connect(where: Where, patience?: Patience): Database {
  const waits = new DatabaseWaits()
  if ('url' in where) {
    const db = openPostgres(where.url, patience, waits)
    return database('postgres', db, readsTogether(readingVersion(db)), waits)
  }
  privateFolder(dirname(where.file))
  return database('sqlite', openSqlite(where.file, waits), readsAtOnce(where.file), waits)
}

function database(engine: Database['engine'], db: Db, version: VersionReader, waits: DatabaseWaits): Database {
  const enqueued = new Enqueued()
  return {
    engine,
    db,
    waits,
    enqueued,
    transaction: (work) =>
      enqueued.during((begun) =>
        db.transaction().execute((tx) => {
          begun(tx)
          return work(tx)
        }),
      ),
    readSiteVersion: version.read,
    close: async () => {
      // Closed first: SQLite tidies its log up with the last connection, which has to be one that may write.
      version.close()
      await db.destroy()
    },
  }
}

/** SQLite updates the statistics of tables that have grown much; PostgreSQL does so by itself. It reads a limited number of rows. */
export async function refreshStatistics({ engine, db }: Database): Promise<void> {
  if (engine === 'sqlite') await sql`pragma optimize = 0x10012`.execute(db)
}

/** The engine behind a connection or transaction. */
export const engineOf = (db: Db): Database['engine'] =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'

/**
 * True if an error is a violation of this unique index. Indexes are named table_column: SQLite reports the
 * column (`users.orcid`) where PostgreSQL reports the index.
 */
export function isUniqueViolation(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code
  if (code === '23505') return (error as { constraint?: string }).constraint === index
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE') return false
  const columns = [...index.matchAll(/_/g)].map(({ index: at }) => `${index.slice(0, at)}.${index.slice(at + 1)}`)
  return [index, ...columns].some((name) => error.message.includes(name))
}

/**
 * True if an error is a foreign key violation. SQLite implements `on delete restrict` by an internal trigger,
 * and PostgreSQL has used two error codes for it.
 */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '23503' || code === '23001') return true
  return /^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(code ?? '') && message.startsWith('FOREIGN KEY')
}

/** Each attempt lets at least one writer through: enough for a dozen concurrent ones. */
const TRIES = 12

/** Retries `work` if a concurrent writer caused a violation of one of these unique indexes. */
export async function retrying<T>(indexes: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !indexes.some((index) => isUniqueViolation(error, index))) throw error
    }
  }
}

const BUSY_MS = 5_000

/** Opens the embedded database; `file` is created if it does not exist. */
function openSqlite(file: string, waits = new DatabaseWaits()): Kysely<Tables> {
  // The files that SQLite creates next to it get the same permissions.
  privateFile(file)
  for (const beside of ['-wal', '-shm']) closeToOthers(file + beside)
  // SQLite itself says neither which file it cannot open, nor why.
  accessSync(file, constants.R_OK | constants.W_OK)
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
