import { cutShort, dumpRefused } from '../limits.ts'

const POSTGRES_BEGINS = 'PostgreSQL database dump'
const POSTGRES_ENDS = 'PostgreSQL database dump complete'
const CLUSTER = 'PostgreSQL database cluster dump'
const SAVED = '@OLD_'
/** mysqldump has eight. */
const MOST_SAVED = 100
const MOST_LETTERS = 64

/**
 * What a dump says of itself. mysqldump and phpMyAdmin keep settings in variables at the beginning and restore them at
 * the end, pg_dump announces its end: so a dump that is cut between two statements is known as well.
 */
export class DumpMarks {
  /** Whether a backslash in a text is an escape. */
  hasEscapes = true
  dialect: 'MySQL' | 'PostgreSQL' = 'MySQL'
  /** As the dump declares it: `utf8mb4`, `LATIN1`. */
  charset: string | null = null
  /** Whether the dump has the end that its beginning announces; null: it announces none. */
  hasEnd: boolean | null = null
  readonly #saved = new Set<string>()
  #expectsEnd = false
  /** Of the SET statement under way: its first word, and a variable of which the next word tells whether it is set. */
  #first = ''
  #variable = ''

  comment(text: string): void {
    if (text === POSTGRES_BEGINS) {
      this.#setPostgres()
      this.#expectsEnd = true
    } else if (text === POSTGRES_ENDS) {
      this.#expectsEnd = false
      this.hasEnd = true
    } else if (text === CLUSTER)
      throw dumpRefused('The dump holds a whole server. Please export the database of OJS alone, with pg_dump.')
  }

  beginSet(): void {
    this.#first = this.#variable = ''
  }

  /** The next word, text or sign of a SET statement. */
  set(word: string): void {
    if (this.#variable) this.#settle(word === '=' || word === ':')
    if (word.toUpperCase().startsWith(SAVED)) this.#variable = word.toUpperCase()
    if (word === '=' || word === ':') return
    if (this.#first === 'standard_conforming_strings') {
      this.#setPostgres()
      this.hasEscapes = word.toLowerCase() === 'off'
    } else if (this.#first === 'client_encoding' || this.#first === 'names') this.charset = word.slice(0, MOST_LETTERS)
    this.#first ||= word.toLowerCase()
    if (this.#first !== word.toLowerCase()) this.#first = 'done'
  }

  endSet(): void {
    if (this.#variable) this.#settle(false)
  }

  /** After the last statement. */
  end(line: number): void {
    if (this.#expectsEnd || this.#saved.size > 0) throw cutShort(line, 'before the end that its beginning announces')
  }

  #setPostgres(): void {
    if (this.dialect === 'MySQL') this.hasEscapes = false
    this.dialect = 'PostgreSQL'
  }

  #settle(isSet: boolean): void {
    if (!isSet) {
      if (this.#saved.delete(this.#variable)) this.hasEnd = true
    } else if (this.#saved.size < MOST_SAVED) this.#saved.add(this.#variable)
    this.#variable = ''
  }
}
