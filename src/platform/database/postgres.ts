import { Kysely, PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const MAX_CONNECTIONS = 10
/** Locks of a process that has frozen within a transaction are released after this time. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** Time limits of the database in milliseconds; 0: none. */
export interface Patience {
  /** For getting a connection, new or from the pool. */
  connectMs: number
  /** For a statement, including lock waits: the server cancels it then. */
  statementMs: number
  /** For any response, which is longer: then the connection is closed. */
  answerMs: number
}
const PATIENCE: Patience = { connectMs: 5_000, statementMs: 10_000, answerMs: 12_000 }
/** For migrations: they wait for each other, and may take long. */
export const ENDLESS: Patience = { ...PATIENCE, statementMs: 0, answerMs: 0 }

// PostgreSQL returns count(*) as text by default; no count here exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openPostgres(url: string, patience = PATIENCE, waits = new DatabaseWaits()): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    Client: clientOf(patience),
    // Set by statements, because connection poolers refuse such settings as connection parameters.
    onConnect: (client) =>
      client.query(
        `set statement_timeout = ${patience.statementMs}; ` +
          `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
      ) as unknown as undefined,
  })
  watchPool(pool, waits)
  // The server closed an idle connection: the pool opens a new one.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new FirstErrorDialect({ pool }) })
}

/** Notes how long connections are waited for. */
function watchPool(pool: pg.Pool, waits: DatabaseWaits): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = (async () => {
    const began = performance.now()
    try {
      return await connect()
    } finally {
      waits.note(performance.now() - began)
    }
  }) as pg.Pool['connect']
  waits.waiting = () => pool.waitingCount
}

const clientOf = ({ answerMs }: Patience) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      // A lost connection rejects the pending statement and also emits an event. Without a listener that
      // event would end the process, and the pool listens only while a connection is idle.
      this.on('error', () => {})
      if (answerMs) this.query = cutWhenUnanswered(this, answerMs)
    }
  }

/** The client's `query`, but a statement that is not answered closes the connection, which is unusable then. */
function cutWhenUnanswered(client: pg.Client, answerMs: number): pg.Client['query'] {
  const ask = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>
  return (async (...statement: unknown[]) => {
    const timer = setTimeout(() => {
      const unanswered = Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' })
      client.connection.stream.destroy(unanswered)
    }, answerMs)
    try {
      return await ask(...statement)
    } finally {
      clearTimeout(timer)
    }
  }) as pg.Client['query']
}

/** Kysely's driver, but an error during rollback does not hide the error that caused it. */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    // The connection has been marked as unusable by then, which ends its transaction too.
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

class FirstErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): PostgresDriver {
    return new FirstErrorDriver(this.#config)
  }
}

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
