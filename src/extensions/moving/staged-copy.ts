import { closeSync, fsyncSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { privateFile } from '../../platform/storage/private.ts'
import type { Column } from './dump/columns.ts'
import type { Value } from './dump/row-values.ts'
import type { DumpTables } from './dump/statements.ts'
import type { Texts } from './encoding.ts'
import { isSecretSetting, KEPT_TABLES } from './kept-tables.ts'
import { DUMP_LIMITS, dumpRefused } from './limits.ts'

/** The column that says in which line of the dump a row begins. No column of OJS has a space in its name. */
export const SOURCE_LINE = 'source line'
/** What was found, beside the tables of the dump. */
export const FINDINGS = 'found in the dump'

interface KeptTable {
  columns: readonly Column[]
  /** The place of each column by its name. */
  places: ReadonlyMap<string, number>
  insert: Sqlite.Statement
  /** Of a table of settings: where the name and the value are. */
  secret: { name: number; value: number } | null
  /** The places of the columns that a statement names; kept as statements name the same again and again. */
  order: { names: readonly string[]; places: readonly number[] } | null
}

/** What is looked at of the copy itself: more is in no dump of OJS. */
const SELECTED_ROWS = 10_000
const SELECTED_LETTERS = 1000

export type Selected<Name extends string> = Record<Name, string | null>

/** `"a ""b"""`: a name from a dump, as SQL takes it. */
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * The tables of a dump in a SQLite file of their own: each column as text, each row with its line. It is written
 * without a journal, because what was not finished is thrown away.
 */
export class StagedCopy implements DumpTables {
  readonly rows = new Map<string, number>()
  withheld = 0
  readonly #file: string
  readonly #db: Sqlite.Database
  readonly #texts: Texts
  readonly #tables = new Map<string, KeptTable>()

  constructor(file: string, texts: Texts) {
    privateFile(file)
    this.#file = file
    this.#texts = texts
    this.#db = new Sqlite(file)
    this.#db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000; begin')
  }

  keeps(table: string): boolean {
    return KEPT_TABLES.has(table)
  }

  columns(table: string, columns: readonly Column[], line: number): void {
    this.#count(table, 0)
    if (!KEPT_TABLES.has(table)) return
    if (this.#tables.has(table))
      throw dumpRefused(
        `The dump has the table ${table} twice, the second time in line ${line}. Please export the database of OJS alone, once.`,
      )
    this.#makeTable(table, columns, line)
  }

  counted(table: string): void {
    this.#count(table, 1)
  }

  row(table: string, names: readonly string[] | null, values: readonly Value[], line: number): void {
    const kept = this.#tableFor(table, names, line)
    const places = this.#placesOf(kept, table, names, line)
    if (values.length !== (places?.length ?? kept.columns.length))
      throw dumpRefused(
        `The row in line ${line} of the dump has ${values.length} values where ${table} has ${places?.length ?? kept.columns.length} columns. The dump is damaged: please export the database again.`,
      )
    const row = new Array<string | number | null>(kept.columns.length + 1).fill(null)
    for (const [index, value] of values.entries()) {
      const place = places ? places[index]! : index
      const text = Buffer.isBuffer(value) ? this.#texts.text(value) : value
      row[place] = kept.columns[place]!.isBoolean ? asNumber(text) : text
    }
    row[kept.columns.length] = line
    const { secret } = kept
    if (secret && row[secret.value] !== null && isSecretSetting(String(row[secret.name]))) {
      row[secret.value] = null
      this.withheld++
    }
    kept.insert.run(row)
    this.#count(table, 1)
  }

  /** Some columns of the rows in which one of them has certain values, each text cut; bounded whatever the dump holds. */
  select<Name extends string>(
    table: string,
    names: readonly Name[],
    where?: [Name, readonly string[]],
  ): Selected<Name>[] {
    if (!this.#tables.has(table)) return []
    const columns = names.map((name) => this.#column(table, name))
    const cut = columns.map((column) => `substr(${column}, 1, ${SELECTED_LETTERS}) as ${column}`)
    const values = where?.[1] ?? []
    const only = where ? `where ${this.#column(table, where[0])} in (${values.map(() => '?').join(', ')})` : ''
    const query = `select ${cut.join(', ')} from ${quotedName(table)} ${only} limit ${SELECTED_ROWS}`
    return this.#db.prepare(query).all(...values) as Selected<Name>[]
  }

  /** How many rows have each value of a column. */
  countBy(table: string, name: string): Map<string | null, number> {
    if (!this.#tables.has(table)) return new Map()
    const column = this.#column(table, name)
    const query = `select substr(${column}, 1, ${SELECTED_LETTERS}) as value, count(*) as rows from ${quotedName(table)} group by 1 limit ${SELECTED_ROWS}`
    const counted = this.#db.prepare(query).all() as { value: string | null; rows: number }[]
    return new Map(counted.map(({ value, rows }) => [value, rows]))
  }

  has(table: string): boolean {
    return this.rows.has(table)
  }

  /** Ends the copy with what was found; it is on the disk afterwards. */
  finish(findings: unknown): void {
    this.#db.exec(`create table ${quotedName(FINDINGS)} (json)`)
    this.#db.prepare(`insert into ${quotedName(FINDINGS)} values (?)`).run(JSON.stringify(findings))
    this.#db.exec('commit')
    this.#db.close()
    const handle = openSync(this.#file, 'r+')
    fsyncSync(handle)
    closeSync(handle)
  }

  /** Leaves an unfinished copy to be removed. */
  abandon(): void {
    this.#db.close()
  }

  #column(table: string, name: string): string {
    if (!this.#tables.get(table)!.places.has(name))
      throw dumpRefused(`The table ${table} of the dump has no column ${name}, as every version of OJS has.`)
    return quotedName(name)
  }

  #count(table: string, more: number): void {
    const rows = this.rows.get(table)
    if (rows === undefined && this.rows.size >= DUMP_LIMITS.tables)
      throw dumpRefused(`The dump has more than ${DUMP_LIMITS.tables} tables. Please export the database of OJS alone.`)
    this.rows.set(table, (rows ?? 0) + more)
  }

  #makeTable(table: string, columns: readonly Column[], line: number): KeptTable {
    const lower = columns.map(({ name }) => name.toLowerCase())
    const places = new Map(lower.map((name, place) => [name, place]))
    if (columns.length === 0 || places.size < columns.length || places.has(SOURCE_LINE))
      throw dumpRefused(`The columns of ${table} in line ${line} of the dump are not those of a table of OJS.`)
    const all = [...lower, SOURCE_LINE].map(quotedName)
    this.#db.exec(`create table ${quotedName(table)} (${all.join(', ')})`)
    const insert = this.#db.prepare(`insert into ${quotedName(table)} values (${all.map(() => '?').join(', ')})`)
    const [name, value] = [places.get('setting_name'), places.get('setting_value')]
    const secret = name === undefined || value === undefined ? null : { name, value }
    const kept: KeptTable = { columns, places, insert, secret, order: null }
    this.#tables.set(table, kept)
    return kept
  }

  /** A dump of data alone has no CREATE TABLE; then the columns are those that its first row names. */
  #tableFor(table: string, names: readonly string[] | null, line: number): KeptTable {
    const kept = this.#tables.get(table)
    if (kept) return kept
    if (!names)
      throw dumpRefused(
        `The dump does not name the columns of ${table} (line ${line}). Please export the structure of the tables with the data.`,
      )
    return this.#makeTable(
      table,
      names.map((name) => ({ name, isBoolean: false })),
      line,
    )
  }

  #placesOf(kept: KeptTable, table: string, names: readonly string[] | null, line: number): readonly number[] | null {
    if (!names) return null
    if (kept.order?.names === names) return kept.order.places
    const places = names.map((name) => kept.places.get(name.toLowerCase()))
    if (places.includes(undefined) || new Set(places).size < places.length)
      throw dumpRefused(`The columns that line ${line} of the dump names are not those of ${table}.`)
    kept.order = { names, places: places as number[] }
    return kept.order.places
  }
}

const asNumber = (text: string | null): string | null =>
  text === 't' || text === 'true' ? '1' : text === 'f' || text === 'false' ? '0' : text
