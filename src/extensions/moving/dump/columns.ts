import { DUMP_LIMITS, dumpRefused } from '../limits.ts'
import { CLOSE, COMMA, OPEN } from './bytes.ts'
import { tooManyColumns } from './row-values.ts'

export interface Column {
  name: string
  /** PostgreSQL writes t and f where MySQL writes 1 and 0. */
  isBoolean: boolean
}

/** What begins a line of CREATE TABLE that is no column, if it is not in quotes. */
const NO_COLUMN = new Set([
  ...['PRIMARY', 'UNIQUE', 'KEY', 'INDEX', 'CONSTRAINT', 'FOREIGN', 'FULLTEXT', 'SPATIAL', 'CHECK', 'EXCLUDE', 'LIKE'],
])
const BOOLEAN = new Set(['BOOLEAN', 'BOOL'])

/** The name of a table or column as the dump has it. */
export function nameOf(bytes: Buffer): string {
  const name = bytes.toString('utf8')
  if (bytes.length > DUMP_LIMITS.nameBytes || name === '' || name.includes('\0'))
    throw dumpRefused('The dump has a name of a table or column that no database of OJS has.')
  return name
}

/** Reads the columns between the parentheses of CREATE TABLE. */
export class ColumnList {
  columns: Column[] = []
  #depth = 0
  #line = 0
  /** Which word of its line is next: its name, its type, or what does not matter. */
  #next: 'name' | 'type' | 'nothing' = 'name'

  begin(line: number): void {
    this.columns = []
    this.#depth = 1
    this.#line = line
    this.#next = 'name'
  }

  word(word: string): void {
    const upper = word.toUpperCase()
    if (this.#next === 'name' && !NO_COLUMN.has(upper)) return this.name(word)
    if (this.#next === 'type' && BOOLEAN.has(upper)) this.columns[this.columns.length - 1]!.isBoolean = true
    this.#next = 'nothing'
  }

  name(name: string): void {
    if (this.#next !== 'name') return
    if (this.columns.length >= DUMP_LIMITS.columns) throw tooManyColumns(this.#line)
    this.columns.push({ name, isBoolean: false })
    this.#next = 'type'
  }

  /** True: that was the last. */
  mark(byte: number): boolean {
    if (byte === OPEN) this.#depth++
    else if (byte === CLOSE) this.#depth--
    else if (byte === COMMA && this.#depth === 1) this.#next = 'name'
    return this.#depth === 0
  }
}
