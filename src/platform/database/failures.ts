const AWAY = new RegExp(
  `^(${[
    // Connection errors of the network.
    'ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE',
    // PostgreSQL: connection exceptions, shutdown or startup, out of connections or memory, standby, and
    // statements or transactions that timed out or deadlocked.
    '08\\w{3}|57P0\\w|57014|53[0234]\\w\\d|25006|25P03|55P03|40001|40P01|28\\w{3}|3D000',
    'SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)\\w*',
  ].join('|')})$`,
)
const FULL = /^(SQLITE_FULL|53100)$/

/** Messages without a code that pg, its pool, Kysely and better-sqlite3 give for a lost connection. */
const CONNECTION_GONE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|Postgres connection has been discarded|driver has already been destroyed|The database connection is not open)/

/**
 * Classifies errors that are not the caller's fault: `away` if the database cannot be reached or used at the
 * moment, `full` if it has no space; undefined for any other error.
 */
export function databaseFailure(error: unknown): 'away' | 'full' | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && FULL.test(code)) return 'full'
  if (typeof code === 'string' && AWAY.test(code)) return 'away'
  return typeof message === 'string' && CONNECTION_GONE.test(message) ? 'away' : undefined
}
