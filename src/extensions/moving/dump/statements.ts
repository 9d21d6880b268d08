import { cutShort, DUMP_LIMITS, dumpRefused } from '../limits.ts'
import { COMMA, DOT, DOUBLE, OPEN, CLOSE, RETURN, SEMICOLON, SINGLE } from './bytes.ts'
import { type Column, ColumnList, nameOf } from './columns.ts'
import type { Words } from './lexer.ts'
import { copyFields } from './literals.ts'
import { DumpMarks } from './marks.ts'
import { RowValues, tooLong, tooManyColumns, type Value } from './row-values.ts'

/** What takes the tables and rows of a dump. */
export interface DumpTables {
  /** Whether the values of a table are wanted; the rows of the others are only counted. */
  keeps(table: string): boolean
  columns(table: string, columns: readonly Column[], line: number): void
  /** `names` are the columns that the statement names; null: all, in their order. */
  row(table: string, names: readonly string[] | null, values: readonly Value[], line: number): void
  counted(table: string): void
}

type Verb = 'create' | 'insert' | 'copy'
type State =
  | 'between'
  | 'skipping'
  | 'set'
  | 'before the name'
  | 'after the name'
  | 'names'
  | 'columns'
  | 'before a row'
  | 'row'
  | 'after a row'
  | 'lines'

const VERBS: Record<string, Verb> = { INSERT: 'insert', REPLACE: 'insert', CREATE: 'create', COPY: 'copy' }
/** Words between a verb and the name of a table. */
const BEFORE_A_NAME: Record<Verb, ReadonlySet<string>> = {
  insert: new Set(['INTO', 'IGNORE', 'LOW_PRIORITY', 'HIGH_PRIORITY', 'DELAYED']),
  create: new Set(['TABLE', 'TEMPORARY', 'TEMP', 'UNLOGGED', 'GLOBAL', 'LOCAL', 'IF', 'NOT', 'EXISTS']),
  copy: new Set(),
}
const NO_MORE_LINES = '\\.'

/** Finds tables and rows in the statements of a dump of MySQL, MariaDB or PostgreSQL; what else they hold is passed over. */
export class Statements implements Words {
  isAmongValues = false
  isBeforeRows = false
  wanted: number = DUMP_LIMITS.nameBytes
  readonly marks = new DumpMarks()
  readonly #tables: DumpTables
  #state: State = 'between'
  #verb: Verb = 'insert'
  #table = ''
  #isTable = false
  #names: string[] | null = null
  #keeps = false
  /** Where the columns are named. */
  #line = 0
  readonly #columns = new ColumnList()
  readonly #row = new RowValues()

  constructor(tables: DumpTables) {
    this.#tables = tables
  }

  get isBetween(): boolean {
    return this.#state === 'between'
  }

  get hasEscapes(): boolean {
    return this.marks.hasEscapes
  }

  comment(text: string): void {
    this.marks.comment(text)
  }

  word(word: string): void {
    if (this.#state === 'row') this.#row.word(word)
    else if (this.#state === 'between') this.#begin(word.toUpperCase())
    else if (this.#state === 'set') this.marks.set(word)
    else if (this.#state === 'before the name') this.#beforeName(word)
    else if (this.#state === 'after the name') this.#afterName(word)
    else if (this.#state === 'names') this.#addName(word)
    else if (this.#state === 'columns') this.#columns.word(word)
    else if (this.#state === 'after a row') this.#skip()
  }

  quoted(quote: number, bytes: Buffer): void {
    if (this.#state === 'row') {
      if (quote === SINGLE || (quote === DOUBLE && this.hasEscapes)) this.#row.text(bytes)
      else this.#row.odd()
    } else if (this.#state === 'set') this.marks.set(bytes.toString('latin1'))
    else if (quote === SINGLE) return
    else if (this.#state === 'columns') this.#columns.name(nameOf(bytes))
    else if (this.#state === 'names') this.#addName(nameOf(bytes))
    else if (this.#state === 'before the name') this.#nameTable(nameOf(bytes))
  }

  mark(byte: number, line: number): void {
    const state = this.#state
    if (state === 'row') {
      if (this.#row.mark(byte)) this.#endRow()
    } else if (byte === SEMICOLON) this.#endStatement(line)
    else if (state === 'between') this.#skip()
    else if (state === 'set') this.marks.set(String.fromCharCode(byte))
    else if (state === 'after the name') this.#markAfterName(byte, line)
    else if (state === 'names') {
      if (byte === CLOSE) this.#state = 'after the name'
    } else if (state === 'columns') {
      if (!this.#columns.mark(byte)) return
      this.#tables.columns(this.#table, this.#columns.columns, line)
      this.#skip()
    } else if (state === 'before a row') {
      if (byte !== OPEN) return this.#skip()
      this.#row.begin(this.#keeps, line)
      this.#state = 'row'
    } else if (state === 'after a row') {
      if (byte === COMMA) this.#state = 'before a row'
      else this.#skip()
    }
  }

  line(bytes: Buffer, line: number): boolean {
    const length = bytes[bytes.length - 1] === RETURN ? bytes.length - 1 : bytes.length
    if (length === NO_MORE_LINES.length && bytes.toString('latin1', 0, length) === NO_MORE_LINES) {
      this.isBeforeRows = false
      this.#between()
      return false
    }
    if (this.#keeps) {
      if (bytes.length > DUMP_LIMITS.rowBytes) throw tooLong(line)
      const values = copyFields(bytes.subarray(0, length), DUMP_LIMITS.columns)
      if (values.some((value) => value && value.length > DUMP_LIMITS.valueBytes)) throw tooLong(line)
      this.#tables.row(this.#table, this.#names, values, line)
    } else this.#tables.counted(this.#table)
    return true
  }

  #begin(verb: string): void {
    const known = VERBS[verb]
    if (verb === 'SET') {
      this.marks.beginSet()
      this.#state = 'set'
    } else if (!known) this.#skip()
    else {
      this.#verb = known
      this.#isTable = known !== 'create'
      this.#names = null
      this.#state = 'before the name'
    }
  }

  #skip(): void {
    this.#state = 'skipping'
    this.wanted = 0
    this.isAmongValues = false
  }

  #between(): void {
    this.#state = 'between'
    this.wanted = DUMP_LIMITS.nameBytes
    this.isAmongValues = false
  }

  #endStatement(line: number): void {
    if (this.#state === 'columns' || this.#state === 'names') throw cutShort(line, 'within the columns of a table')
    if (this.isBeforeRows) {
      this.#state = 'lines'
      this.#keeps = this.#tables.keeps(this.#table)
      this.wanted = this.#keeps ? DUMP_LIMITS.rowBytes : 0
      return
    }
    if (this.#state === 'set') this.marks.endSet()
    this.#between()
  }

  #beforeName(word: string): void {
    const upper = word.toUpperCase()
    if (BEFORE_A_NAME[this.#verb].has(upper)) this.#isTable ||= upper === 'TABLE'
    else if (this.#isTable) this.#nameTable(word)
    // A view, a function, an index.
    else this.#skip()
  }

  /** `users` or `public.users`. Of a name in quotes that a dot follows, the next one counts. */
  #nameTable(name: string): void {
    this.#table = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    this.#state = name.endsWith('.') ? 'before the name' : 'after the name'
  }

  #markAfterName(byte: number, line: number): void {
    this.#line = line
    if (byte === DOT) this.#state = 'before the name'
    else if (byte !== OPEN) return
    else if (this.#verb === 'create') {
      this.#columns.begin(line)
      this.#state = 'columns'
    } else {
      this.#names = []
      this.#state = 'names'
    }
  }

  #afterName(word: string): void {
    const upper = word.toUpperCase()
    // Between names in quotes: `public`.users is read as two words.
    if (word.startsWith('.')) return this.#nameTable(word)
    if (this.#verb === 'create') this.#skip()
    else if (this.#verb === 'copy') this.#copyWord(upper)
    else if (upper === 'VALUES' || upper === 'VALUE') {
      this.#keeps = this.#tables.keeps(this.#table)
      this.wanted = this.#keeps ? DUMP_LIMITS.valueBytes : 0
      this.isAmongValues = true
      this.#state = 'before a row'
    } else if (upper === 'SELECT' || upper === 'SET') this.#skip()
  }

  #copyWord(upper: string): void {
    if (this.isBeforeRows)
      throw dumpRefused(`The rows of ${this.#table.slice(0, 64)} are in a form of COPY that pg_dump does not write.`)
    if (upper === 'STDIN') this.isBeforeRows = true
    else if (upper !== 'FROM') this.#skip()
  }

  #addName(name: string): void {
    this.#names!.push(name)
    if (this.#names!.length > DUMP_LIMITS.columns) throw tooManyColumns(this.#line)
  }

  #endRow(): void {
    this.#state = 'after a row'
    if (this.#keeps) this.#tables.row(this.#table, this.#names, this.#row.values, this.#row.line)
    else this.#tables.counted(this.#table)
  }
}
