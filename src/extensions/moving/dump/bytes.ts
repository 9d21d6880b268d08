/** The bytes that the reader of dumps knows by name. */
export const TAB = 9
export const NEWLINE = 10
export const RETURN = 13
export const SPACE = 32
export const BANG = 33
export const DOUBLE = 34
export const HASH = 35
export const DOLLAR_SIGN = 36
export const SINGLE = 39
export const OPEN = 40
export const CLOSE = 41
export const ASTERISK = 42
export const PLUS = 43
export const COMMA = 44
export const MINUS = 45
export const DOT = 46
export const SLASH_SIGN = 47
export const SEMICOLON = 59
export const LETTER_M = 77
export const BACKSLASH = 92
export const BACKQUOTE = 96

const A_WORD = /[\w$@.\u0080-\u00ff]/

/** By byte: 1 if it belongs to a word, a number or a name without quotes. */
export const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) => (A_WORD.test(String.fromCharCode(byte)) ? 1 : 0))

export const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

const SHORT = 48
const FIRST_ROOM = 64 * 1024

/** Bytes that are gathered over chunks, up to a limit and one more: what is longer is seen to be so. */
export class Gathered {
  #bytes = Buffer.allocUnsafe(FIRST_ROOM)
  #most = 0
  length = 0

  begin(limit: number): void {
    this.length = 0
    this.#most = limit + 1
  }

  addByte(byte: number): void {
    if (this.length >= this.#most) return
    this.#makeRoom(1)
    this.#bytes[this.length++] = byte
  }

  add(chunk: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + this.#most - this.length)
    if (end <= from) return
    this.#makeRoom(end - from)
    if (end - from > SHORT) this.#bytes.set(chunk.subarray(from, end), this.length)
    else for (let at = from; at < end; at++) this.#bytes[this.length + at - from] = chunk[at]!
    this.length += end - from
  }

  /** Only until the next is begun. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  text(): string {
    return this.#bytes.toString('latin1', 0, this.length)
  }

  #makeRoom(more: number): void {
    const needed = this.length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes.subarray(0, this.length))
    this.#bytes = larger
  }
}
