const AWAY = new RegExp(
  `^(${[
    // The way to the server.
    'ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE',
    // PostgreSQL: connection exceptions, stopping or starting, out of connections or memory, a standby,
    // statements and transactions that took too long or were in each other's way.
    '08\\w{3}|57P0\\w|57014|53[0234]\\w\\d|25006|25P03|55P03|40001|40P01|28\\w{3}|3D000',
    'SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)\\w*',
  ].join('|')})$`,
)
const FULL = /^(SQLITE_FULL|53100)$/

/** What pg, its pool, Kysely and better-sqlite3 say without a code when a connection is gone. */
const CONNECTION_GONE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|Postgres connection has been discarded|driver has already been destroyed|The database connection is not open)/

/**
 * Why the database could not work, where that is not the fault of what was asked: `away` when it
 * cannot be reached or used at the moment, `full` when it has no room; undefined for any other error.
 */
export function databaseFailure(error: unknown): 'away' | 'full' | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && FULL.test(code)) return 'full'
  if (typeof code === 'string' && AWAY.test(code)) return 'away'
  return typeof message === 'string' && CONNECTION_GONE.test(message) ? 'away' : undefined
}
