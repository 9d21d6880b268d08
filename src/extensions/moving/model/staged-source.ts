import Sqlite from 'better-sqlite3'
import { KEPT_TABLES } from '../kept-tables.ts'
import { SOURCE_LINE } from '../staged-copy.ts'
import type { Row, Source } from './rows.ts'

/** Rows that are in memory at a time. */
const PAGE = 500

export interface OpenSource extends Source {
  close: () => void
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * The staged copy as a source. Rows come in the order of the dump, a page at a time; a column that is looked up gets an
 * index, which stays in the copy for the next run.
 */
export function stagedSource(file: string): OpenSource {
  const db = new Sqlite(file, { fileMustExist: true })
  // The copy can be made again from the dump at any time.
  db.exec('pragma synchronous = off; pragma cache_size = -32000')
  const columns = new Map<string, string[]>()
  const statements = new Map<string, Sqlite.Statement>()

  const columnsOf = (table: string): string[] => {
    if (!KEPT_TABLES.has(table)) return []
    const known = columns.get(table)
    if (known) return known
    const found = db.pragma(`table_info(${quoted(table)})`) as { name: string }[]
    const names = found.map(({ name }) => name).filter((name) => name !== SOURCE_LINE)
    columns.set(table, names)
    return names
  }

  const statement = (table: string, column: string | null): Sqlite.Statement => {
    const name = `${table}.${column ?? ''}`
    const known = statements.get(name)
    if (known) return known
    if (column !== null) {
      const index = quoted(`${table} by ${column}`)
      db.exec(`create index if not exists ${index} on ${quoted(table)} (${quoted(column)})`)
    }
    const only = column === null ? '' : `${quoted(column)} = ? and`
    const all = columnsOf(table).map(quoted).join(', ')
    const made = db.prepare(
      `select rowid as "row id", ${all} from ${quoted(table)} where ${only} rowid > ? order by rowid limit ${PAGE}`,
    )
    statements.set(name, made)
    return made
  }

  function* pages(table: string, column: string | null, values: readonly string[]): Iterable<Row> {
    let after = 0
    for (;;) {
      const page = statement(table, column).all(...values, after) as (Row & { 'row id': number })[]
      for (const { 'row id': id, ...row } of page) {
        after = id
        yield row
      }
      if (page.length < PAGE) return
    }
  }

  return {
    rows: (table) => (columnsOf(table).length ? pages(table, null, []) : []),
    where: (table, column, value) => (columnsOf(table).includes(column) ? pages(table, column, [value]) : []),
    close: () => db.close(),
  }
}
