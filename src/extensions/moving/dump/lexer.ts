import { DUMP_LIMITS, cutShort } from '../limits.ts'
import {
  ASTERISK,
  BACKQUOTE,
  BACKSLASH,
  BANG,
  DOLLAR_SIGN,
  DOT,
  DOUBLE,
  Gathered,
  HASH,
  IN_WORD,
  isDigit,
  LETTER_M,
  MINUS,
  NEWLINE,
  PLUS,
  RETURN,
  SEMICOLON,
  SINGLE,
  SLASH_SIGN,
  SPACE,
  TAB,
} from './bytes.ts'
import { bitsOf, bytesOfHex, unescaped } from './literals.ts'

/** What reads the words of a dump, and says meanwhile how they are to be taken. */
export interface Words {
  /** Between two statements. */
  readonly isBetween: boolean
  /** Among the values of a row, where double quotes may hold a text. */
  readonly isAmongValues: boolean
  /** Whether a backslash in a text is an escape, as MySQL has it. */
  readonly hasEscapes: boolean
  /** How many bytes of a quoted text are wanted. */
  readonly wanted: number
  /** Rows of COPY follow the end of this statement. */
  readonly isBeforeRows: boolean
  word(word: string): void
  quoted(quote: number, bytes: Buffer): void
  mark(byte: number, line: number): void
  comment(text: string): void
  /** A line of COPY; false: it was the last. */
  line(bytes: Buffer, line: number): boolean
}

// Within what the next byte is.
const [BETWEEN, WORD, QUOTED, QUOTE_END, ESCAPED, DASH, SLASH, STAR] = [0, 1, 2, 3, 4, 5, 6, 7]
const [LINE, BLOCK_BEGIN, BLOCK_M, BLOCK, BLOCK_STAR, VERSION] = [8, 9, 10, 11, 12, 13]
const [DOLLAR, DOLLAR_BODY, CLIENT_LINE, DELIMITER_LINES, ROWS_HEAD, ROWS] = [14, 15, 16, 17, 18, 19]

/** From here on no version: `/*M!999999\- enable the sandbox mode` is a note for MariaDB's client. */
const NO_VERSION = 990_000
const COMMENT_BYTES = 64
/** Letters that change the quoted text that follows without a space: escapes, bytes in hexadecimal, bits, national. */
const PREFIXES = ['E', 'X', 'B', 'N']

/**
 * Divides the bytes of a dump into words, quoted texts and marks, wherever its chunks end: what is not finished is
 * gathered. Each byte is looked at a fixed number of times.
 */
export class Lexer {
  line = 1
  #state = BETWEEN
  #quote = 0
  #prefix = ''
  #hasEscapes = false
  /** How many comments of the kind `/*!40101` are open, whose content counts. */
  #open = 0
  #tag = Buffer.alloc(0)
  #matched = 0
  readonly #words: Words
  readonly #gathered = new Gathered()

  constructor(words: Words) {
    this.#words = words
  }

  push(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) at = this.#step(chunk, at)
  }

  /** After the last chunk: refuses a dump that ends within something. */
  end(): void {
    if (this.#state === WORD || this.#state === QUOTE_END || this.#state === LINE) this.push(Buffer.from('\n'))
    const { line } = this
    if (this.#state === DELIMITER_LINES) throw cutShort(line, 'within a procedure')
    if (this.#state === ROWS || this.#state === ROWS_HEAD) throw cutShort(line, 'within the rows of a table')
    if (this.#state === QUOTED || this.#state === ESCAPED) throw cutShort(line, 'within a text')
    if ((this.#state !== BETWEEN && this.#state !== CLIENT_LINE) || this.#open > 0)
      throw cutShort(line, 'within a comment or a procedure')
    if (!this.#words.isBetween) throw cutShort(line, 'within a statement')
  }

  #step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at]!
    switch (this.#state) {
      case BETWEEN:
        return this.#between(chunk, at)
      case WORD:
        return this.#word(chunk, at)
      case QUOTED:
        return this.#quoted(chunk, at)
      case QUOTE_END:
        if (byte !== this.#quote) return this.#endQuoted(at)
        this.#gathered.addByte(byte)
        return this.#go(QUOTED, at + 1)
      case ESCAPED:
        if (byte === NEWLINE) this.line++
        for (const one of unescaped(byte)) this.#gathered.addByte(one)
        return this.#go(QUOTED, at + 1)
      case DASH:
        if (byte === MINUS) return this.#beginLine(at + 1)
        if (isDigit(byte) || byte === DOT) return this.#beginWord(at, MINUS)
        this.#words.mark(MINUS, this.line)
        return this.#go(BETWEEN, at)
      case SLASH:
        if (byte === ASTERISK) return this.#go(BLOCK_BEGIN, at + 1)
        this.#words.mark(SLASH_SIGN, this.line)
        return this.#go(BETWEEN, at)
      case STAR:
        if (byte === SLASH_SIGN && this.#open > 0) {
          this.#open--
          return this.#go(BETWEEN, at + 1)
        }
        this.#words.mark(ASTERISK, this.line)
        return this.#go(BETWEEN, at)
      case BLOCK_BEGIN:
        if (byte === LETTER_M) return this.#go(BLOCK_M, at + 1)
        return byte === BANG ? this.#beginVersion(at + 1) : this.#go(BLOCK, at)
      case BLOCK_M:
        return byte === BANG ? this.#beginVersion(at + 1) : this.#go(BLOCK, at)
      case BLOCK:
        return this.#block(chunk, at)
      case BLOCK_STAR:
        if (byte === ASTERISK) return at + 1
        return this.#go(byte === SLASH_SIGN ? BETWEEN : BLOCK, byte === SLASH_SIGN ? at + 1 : at)
      case VERSION:
        return this.#version(byte, at)
      case DOLLAR:
        return this.#dollar(byte, at)
      case DOLLAR_BODY:
        if (byte === NEWLINE) this.line++
        this.#matched = byte === this.#tag[this.#matched] ? this.#matched + 1 : byte === DOLLAR_SIGN ? 1 : 0
        return this.#go(this.#matched === this.#tag.length ? BETWEEN : DOLLAR_BODY, at + 1)
      default:
        return this.#wholeLine(chunk, at)
    }
  }

  #go(state: number, at: number): number {
    this.#state = state
    return at
  }

  #between(chunk: Uint8Array, at: number): number {
    const byte = chunk[at]!
    if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) {
      if (byte === NEWLINE) this.line++
      return at + 1
    }
    if (IN_WORD[byte] && byte !== DOLLAR_SIGN) return this.#beginWord(at)
    if (byte === SINGLE || byte === BACKQUOTE || byte === DOUBLE) return this.#beginQuoted(at + 1, byte, '')
    if (byte === MINUS) return this.#go(DASH, at + 1)
    if (byte === SLASH_SIGN) return this.#go(SLASH, at + 1)
    if (byte === ASTERISK) return this.#go(STAR, at + 1)
    if (byte === HASH && this.#words.hasEscapes) return this.#beginLine(at + 1)
    if (byte === DOLLAR_SIGN) {
      this.#gathered.begin(COMMENT_BYTES)
      this.#gathered.addByte(byte)
      return this.#go(DOLLAR, at + 1)
    }
    // A command for psql, as `\connect`.
    if (byte === BACKSLASH && this.#words.isBetween) return this.#beginLine(at, CLIENT_LINE)
    this.#words.mark(byte, this.line)
    if (byte === SEMICOLON && this.#words.isBeforeRows) return this.#beginLine(at + 1, ROWS_HEAD)
    return at + 1
  }

  #beginWord(at: number, sign?: number): number {
    const { isAmongValues, wanted } = this.#words
    // Bytes in hexadecimal are as long as what they stand for.
    this.#gathered.begin(isAmongValues ? Math.max(DUMP_LIMITS.wordBytes, 2 * wanted + 2) : DUMP_LIMITS.wordBytes)
    if (sign !== undefined) this.#gathered.addByte(sign)
    return this.#go(WORD, at)
  }

  #word(chunk: Uint8Array, at: number): number {
    let end = at
    while (end < chunk.length && IN_WORD[chunk[end]!]) end++
    this.#gathered.add(chunk, at, end)
    if (end === chunk.length) return end
    const byte = chunk[end]!
    if ((byte === PLUS || byte === MINUS) && this.#isBeforeExponent()) {
      this.#gathered.addByte(byte)
      return end + 1
    }
    const prefix = byte === SINGLE && this.#gathered.length === 1 ? this.#gathered.text().toUpperCase() : ''
    if (PREFIXES.includes(prefix)) return this.#beginQuoted(end + 1, byte, prefix)
    this.#state = BETWEEN
    if (this.#words.isAmongValues && this.#words.wanted === 0) return end
    const word = this.#gathered.text()
    if (this.#words.isBetween && word.toUpperCase() === 'DELIMITER') return this.#go(DELIMITER_LINES, end)
    this.#words.word(word)
    return end
  }

  #isBeforeExponent(): boolean {
    const bytes = this.#gathered.bytes()
    const last = bytes[bytes.length - 1]
    return (last === 0x65 || last === 0x45) && (isDigit(bytes[0]!) || bytes[0] === MINUS || bytes[0] === DOT)
  }

  #beginQuoted(at: number, quote: number, prefix: string): number {
    const { wanted, hasEscapes, isAmongValues } = this.#words
    this.#gathered.begin(prefix === 'X' || prefix === 'B' ? 2 * wanted + 2 : wanted)
    this.#quote = quote
    this.#prefix = prefix
    this.#hasEscapes = quote === SINGLE ? hasEscapes || prefix === 'E' : quote === DOUBLE && hasEscapes && isAmongValues
    return this.#go(QUOTED, at)
  }

  #quoted(chunk: Uint8Array, at: number): number {
    const quote = this.#quote
    const escape = this.#hasEscapes ? BACKSLASH : -1
    const { length } = chunk
    let [end, lines] = [at, 0]
    for (; end < length; end++) {
      const byte = chunk[end]!
      if (byte === quote || byte === escape) break
      if (byte === NEWLINE) lines++
    }
    this.line += lines
    this.#gathered.add(chunk, at, end)
    if (end === length) return end
    return this.#go(chunk[end] === quote ? QUOTE_END : ESCAPED, end + 1)
  }

  #endQuoted(at: number): number {
    this.#state = BETWEEN
    let bytes = this.#gathered.bytes()
    if (this.#prefix === 'X') bytes = bytesOfHex(bytes)
    else if (this.#prefix === 'B') bytes = bitsOf(bytes)
    this.#words.quoted(this.#quote, bytes)
    return at
  }

  #beginLine(at: number, state = LINE): number {
    this.#gathered.begin(COMMENT_BYTES)
    return this.#go(state, at)
  }

  #beginVersion(at: number): number {
    this.#matched = 0
    return this.#go(VERSION, at)
  }

  #version(byte: number, at: number): number {
    if (isDigit(byte)) {
      this.#matched = Math.min(10 * this.#matched + byte - 48, Number.MAX_SAFE_INTEGER)
      return at + 1
    }
    if (this.#matched >= NO_VERSION) return this.#go(BLOCK, at)
    this.#open++
    return this.#go(BETWEEN, at)
  }

  #block(chunk: Uint8Array, at: number): number {
    let end = at
    for (; end < chunk.length && chunk[end] !== ASTERISK; end++) if (chunk[end] === NEWLINE) this.line++
    return end === chunk.length ? end : this.#go(BLOCK_STAR, end + 1)
  }

  #dollar(byte: number, at: number): number {
    this.#gathered.addByte(byte)
    if (byte === DOLLAR_SIGN) {
      this.#tag = Buffer.from(this.#gathered.bytes())
      this.#matched = 0
      return this.#go(DOLLAR_BODY, at + 1)
    }
    return IN_WORD[byte] && this.#gathered.length <= COMMENT_BYTES ? at + 1 : this.#go(BETWEEN, at)
  }

  /** Where only whole lines count: comments, commands of clients, procedures, and the rows of COPY. */
  #wholeLine(chunk: Uint8Array, at: number): number {
    const found = chunk.indexOf(NEWLINE, at)
    const end = found < 0 ? chunk.length : found
    this.#gathered.add(chunk, at, end)
    if (found < 0) return end
    this.line++
    this.#endLine()
    return end + 1
  }

  #endLine(): void {
    const bytes = this.#gathered.bytes()
    if (this.#state === LINE) {
      this.#state = BETWEEN
      this.#words.comment(this.#gathered.text().trim())
    } else if (this.#state === CLIENT_LINE) this.#state = BETWEEN
    else if (this.#state === DELIMITER_LINES) {
      const isBack = /^\s*delimiter\s+;\s*$/i.test(this.#gathered.text())
      this.#gathered.begin(COMMENT_BYTES)
      if (isBack) this.#state = BETWEEN
    } else {
      const isRow = this.#state === ROWS
      this.#state = !isRow || this.#words.line(bytes, this.line - 1) ? ROWS : BETWEEN
      this.#gathered.begin(Math.max(this.#words.wanted, COMMENT_BYTES))
    }
  }
}
