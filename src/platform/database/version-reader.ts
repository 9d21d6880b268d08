import Sqlite from 'better-sqlite3'
import { inTime } from '../time-limit.ts'

/** How long a read of the site's version may take. */
const VERSION_MS = 5_000

/** Reads the site's version as it is after the call, at once or later. */
export interface VersionReader {
  read: () => number | Promise<number>
  close: () => void
}

/**
 * On SQLite: one prepared statement on a connection of its own. It takes about a microsecond, sees what any
 * process has committed, and never waits for a transaction that is open on the main connection.
 */
export function readsAtOnce(file: string): VersionReader {
  let sqlite: Sqlite.Database | undefined
  let statement: Sqlite.Statement<[], number> | undefined
  let closed = false
  const open = () => {
    if (closed) throw new Error('The database connection is not open')
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
    return sqlite.prepare<[], number>('select version from site_version where id = 1').pluck()
  }
  return {
    read: () => (statement ??= open()).get()!,
    close: () => {
      closed = true
      sqlite?.close()
    },
  }
}

/**
 * On PostgreSQL: all who ask while a query is under way share the next one. Nobody gets the result of a query
 * that began before they asked, which might miss their own write. Those who wait too long are refused.
 */
export function readsTogether(query: () => Promise<number>): VersionReader {
  let next: Promise<number> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const read = () => {
    if (next) return next
    const before = last
    const mine = inTime(VERSION_MS, async (late) => {
      await before
      // All requests that have arrived by now are read first, and ask together.
      await new Promise(setImmediate)
      if (late.aborted) throw late.reason
      next = undefined
      return query()
    })
    const ended = () => {
      if (next === mine) next = undefined
    }
    last = mine.then(ended, ended)
    return (next = mine)
  }
  return { read, close: () => {} }
}
