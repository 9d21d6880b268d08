import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** How many prepared statements are kept; the journal has about as many different ones. */
export const MOST_STATEMENTS = 200

/** Longer ones are inserts of many rows, which are rarely the same. */
const LONGEST_TEXT = 8 * 1024

/**
 * The database for Kysely, which prepares a statement for each query: here it is prepared once and kept by its text,
 * and the one that was used longest ago gives way. SQLite itself prepares a statement again after a change of the
 * schema. A kept statement must not be iterated, because it can't be run twice at a time.
 */
export function keepingStatements(
  sqlite: Pick<Sqlite.Database, 'prepare' | 'close'>,
  most = MOST_STATEMENTS,
): SqliteDatabase {
  const kept = new Map<string, Sqlite.Statement>()
  return {
    prepare(text) {
      const statement = kept.get(text) ?? sqlite.prepare(text)
      if (text.length > LONGEST_TEXT) return statement
      kept.delete(text)
      kept.set(text, statement)
      if (kept.size > most) kept.delete(kept.keys().next().value!)
      return statement
    },
    close: () => void sqlite.close(),
  }
}
