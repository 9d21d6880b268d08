import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  type SqliteDialectConfig,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  readonly db: Db
  /** Runs `work` as one transaction: all of it is kept, durably, or none of it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// count(*) comes as text from PostgreSQL unless told otherwise; no count here passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens the embedded SQLite file, or PostgreSQL when `url` names one. */
export function connect(where: { file: string } | { url: string }): Database {
  return 'file' in where ? openSqlite(where.file) : openPostgres(where.url)
}

/**
 * Transactions take the write lock when they begin. A deferred one that reads first can be refused
 * at its first write when another process (an import, say) wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: Parameters<SqliteDriver['beginTransaction']>[0]): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const sqlite = new Sqlite(file)
  useWriteAheadLog(sqlite)
  // FULL: a commit has reached the disk before it is acknowledged.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: sqlite }) })
  return database('sqlite', db)
}

/**
 * A new file is switched to WAL by a process that has it alone for that moment. SQLite does not
 * wait for this by itself, so that of two processes that start together one would fail.
 */
function useWriteAheadLog(sqlite: Sqlite.Database): void {
  for (const patience = Date.now() + 5000; ;) {
    try {
      sqlite.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > patience) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

function openPostgres(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 })
  // An idle connection that the server drops must not end the process: the pool makes a new one.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return database('postgres', db)
}

const database = (engine: Database['engine'], db: Db): Database => ({
  engine,
  db,
  transaction: (work) => db.transaction().execute(work),
  close: () => db.destroy(),
})

/**
 * True when an error says that a unique index refused the row. Indexes are named table_column:
 * SQLite names the column (`users.orcid`) where PostgreSQL names the index.
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
 * True when an error says that a foreign key refused a write. SQLite keeps `on delete restrict` by a
 * trigger of its own, and PostgreSQL has had two codes for it.
 */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '23503' || code === '23001') return true
  return /^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(code ?? '') && message.startsWith('FOREIGN KEY')
}

/** Each round lets at least one through: enough for a dozen at the very same moment. */
const TRIES = 12

/** Runs `work` again when one of these unique indexes refused it because somebody else was faster. */
export async function retrying<T>(indexes: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !indexes.some((index) => isUniqueViolation(error, index))) throw error
    }
  }
}
