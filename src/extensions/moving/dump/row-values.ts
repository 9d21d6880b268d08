import { DUMP_LIMITS, dumpRefused } from '../limits.ts'
import { CLOSE, COMMA, OPEN } from './bytes.ts'
import { bytesOfHex } from './literals.ts'

/** A value as bytes in the dump's encoding, or as it is written there: a number. */
export type Value = Buffer | string | null

/** Words instead of values. */
const WORDS: Record<string, Value> = { NULL: null, TRUE: '1', FALSE: '0' }
const A_NUMBER = /^[-+]?[\d.][\d.eE+-]*$/
const HEX = /^0[xX]/

/** The values of a row of INSERT, between its parentheses. */
export class RowValues {
  values: Value[] = []
  #keeps = false
  #depth = 0
  #bytes = 0
  #line = 0
  /** Undefined: nothing yet. */
  #value: Value | undefined
  /** It is no plain value: a call of a function, for example. */
  #isOdd = false

  begin(keeps: boolean, line: number): void {
    this.values = []
    this.#keeps = keeps
    this.#depth = 1
    this.#bytes = 0
    this.#line = line
    this.#next()
  }

  get line(): number {
    return this.#line
  }

  word(word: string): void {
    if (!this.#keeps) return
    // `_binary '…'`, `_utf8mb4 '…'`: what follows is the value.
    if (word.startsWith('_')) return
    if (HEX.test(word)) return this.#take(bytesOfHex(Buffer.from(word.slice(2), 'latin1')))
    const known = WORDS[word.toUpperCase()]
    if (known !== undefined) this.#take(known)
    else if (word.length <= DUMP_LIMITS.wordBytes && A_NUMBER.test(word)) this.#take(word)
    else this.#isOdd = true
  }

  text(bytes: Buffer): void {
    if (this.#keeps) this.#take(Buffer.from(bytes))
  }

  odd(): void {
    this.#isOdd = true
  }

  /** True: the row is complete. */
  mark(byte: number): boolean {
    if (byte === OPEN) {
      this.#depth++
      this.#isOdd = true
    } else if (byte === CLOSE) {
      this.#depth--
      if (this.#depth === 0) this.#end()
    } else if (byte === COMMA && this.#depth === 1) this.#end()
    else this.#isOdd = true
    return this.#depth === 0
  }

  #take(value: Value): void {
    if (this.#value !== undefined) this.#isOdd = true
    const length = value?.length ?? 0
    this.#bytes += length
    if (length > DUMP_LIMITS.valueBytes || this.#bytes > DUMP_LIMITS.rowBytes) throw tooLong(this.#line)
    this.#value = value
  }

  #end(): void {
    if (this.#keeps) {
      if (this.#isOdd || this.#value === undefined)
        throw dumpRefused(
          `Line ${this.#line} of the dump has a value that is neither a text nor a number. Please export the database with mysqldump, phpMyAdmin or pg_dump.`,
        )
      if (this.values.length >= DUMP_LIMITS.columns) throw tooManyColumns(this.#line)
      this.values.push(this.#value)
    }
    this.#next()
  }

  #next(): void {
    this.#value = undefined
    this.#isOdd = false
  }
}

export const tooLong = (line: number) =>
  dumpRefused(
    `The row in line ${line} of the dump is too long: a text may have ${DUMP_LIMITS.valueBytes / 1024 ** 2} MB, a row ${DUMP_LIMITS.rowBytes / 1024 ** 2} MB.`,
  )

export const tooManyColumns = (line: number) =>
  dumpRefused(`The table in line ${line} of the dump has more than ${DUMP_LIMITS.columns} columns.`)
