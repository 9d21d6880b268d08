import { Kysely, PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const MAX_CONNECTIONS = 10
/** Locks of a process that has frozen within a transaction are not kept longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** How long a server may take, in milliseconds; 0: as long as it takes. */
export interface Patience {
  /** To get a connection, from the server or from those who use them all. */
  connectMs: number
  /** For a statement, whether it computes or waits for a lock: the server gives it up then. */
  statementMs: number
  /** To answer at all, which is longer: then the connection is cut. */
  answerMs: number
}
const PATIENCE: Patience = { connectMs: 5_000, statementMs: 10_000, answerMs: 12_000 }
/** For migrations: they wait for each other, and may have much to change. */
export const ENDLESS: Patience = { ...PATIENCE, statementMs: 0, answerMs: 0 }

// count(*) comes as text from PostgreSQL unless told otherwise; no count here passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openPostgres(url: string, patience = PATIENCE): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    Client: clientOf(patience),
    // By statements: connection poolers refuse such settings as parameters of the connection.
    onConnect: (client) =>
      client.query(
        `set statement_timeout = ${patience.statementMs}; ` +
          `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
      ) as unknown as undefined,
  })
  // An idle connection that the server drops: the pool makes a new one.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new FirstErrorDialect({ pool }) })
}

const clientOf = ({ answerMs }: Patience) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      // A lost connection is reported to whoever waits for a statement, and as an event besides. Without a
      // listener that event would end the process, and the pool listens only while a connection is idle.
      this.on('error', () => {})
      if (answerMs) this.query = cutWhenUnanswered(this, answerMs)
    }
  }

/** The client's `query`, but a statement that stays unanswered cuts the connection: nothing can be asked over it any more. */
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

/** Kysely's driver, but a rollback that fails does not hide the error that made it necessary. */
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
