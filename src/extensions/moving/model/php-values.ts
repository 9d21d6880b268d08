/** What a list of the old journal is made of, whether it was kept as JSON or as PHP's own text. */
export type ListValue = null | boolean | number | string | ListValue[] | { [key: string]: ListValue }

/** More than any setting needs; deeper or longer ones are not read. */
const DEEPEST = 20
const LONGEST = 4 * 1024 * 1024

class NotReadable extends Error {}

/**
 * Reads what PHP's `serialize` wrote; undefined for anything else, for objects and for text that is cut short. Its
 * lengths count bytes. It is never run by anything: only null, booleans, numbers, texts and arrays are read.
 */
export function phpValue(serialised: string): ListValue | undefined {
  if (serialised.length > LONGEST || !/^(?:N;|[bidsa]:)/.test(serialised)) return undefined
  const reader = new Reader(Buffer.from(serialised))
  try {
    const value = reader.value(0)
    return reader.isAtEnd() ? value : undefined
  } catch (error) {
    if (error instanceof NotReadable) return undefined
    throw error
  }
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth: number): ListValue {
    if (depth > DEEPEST) throw new NotReadable()
    const kind = this.#character()
    this.#skip(kind === 'N' ? ';' : ':')
    switch (kind) {
      case 'N':
        return null
      case 'b':
        return this.#until(';') === '1'
      case 'i':
      case 'd':
        return this.#number(this.#until(';'))
      case 's':
        return this.#text()
      case 'a':
        return this.#array(depth)
      default:
        throw new NotReadable()
    }
  }

  #array(depth: number): ListValue {
    const count = this.#count(this.#until(':'))
    this.#skip('{')
    const entries: [string, ListValue][] = []
    for (let index = 0; index < count; index++) {
      const key = this.value(depth + 1)
      if (typeof key !== 'string' && typeof key !== 'number') throw new NotReadable()
      entries.push([String(key), this.value(depth + 1)])
    }
    this.#skip('}')
    const isList = entries.every(([key], index) => key === String(index))
    return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  }

  #text(): string {
    const length = this.#count(this.#until(':'))
    this.#skip('"')
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length)
    this.#at += length
    this.#skip('"')
    this.#skip(';')
    return text
  }

  /** No array has more entries, and no text more bytes, than there are bytes left. */
  #count(digits: string): number {
    const count = this.#number(digits)
    if (!Number.isInteger(count) || count < 0 || count > this.#bytes.length - this.#at) throw new NotReadable()
    return count
  }

  #number(digits: string): number {
    const number = Number(digits)
    if (digits === '' || !Number.isFinite(number)) throw new NotReadable()
    return number
  }

  #character(): string {
    if (this.#at >= this.#bytes.length) throw new NotReadable()
    return String.fromCharCode(this.#bytes[this.#at++]!)
  }

  #skip(character: string): void {
    if (this.#character() !== character) throw new NotReadable()
  }

  /** At most 40 characters: what is before a sign is always a number. */
  #until(sign: string): string {
    const end = this.#bytes.subarray(this.#at, this.#at + 40).indexOf(sign)
    if (end < 0) throw new NotReadable()
    const text = this.#bytes.toString('latin1', this.#at, this.#at + end)
    this.#at += end + 1
    return text
  }
}

/** The list in a setting: JSON from 3.3 on, PHP's text before, and in rows that an upgrade has left as they were. */
export function listIn(value: string | null): ListValue | undefined {
  if (value === null || value.length > LONGEST) return undefined
  try {
    return JSON.parse(value) as ListValue
  } catch {
    return phpValue(value)
  }
}

/** The texts of a list in a setting, whatever their keys; empty if it is no list. */
export function textsIn(value: string | null): string[] {
  const list = listIn(value)
  if (list === null || typeof list !== 'object') return []
  return Object.values(list).flatMap((entry) =>
    typeof entry === 'string' || typeof entry === 'number' ? [String(entry)] : [],
  )
}

/** The texts of a list by their keys; empty if it is no list with keys. */
export function fieldsIn(value: string | null): Map<string, string> {
  const list = listIn(value)
  if (list === null || typeof list !== 'object') return new Map()
  return new Map(
    Object.entries(list).flatMap(([key, entry]): [string, string][] =>
      typeof entry === 'string' || typeof entry === 'number' ? [[key, String(entry)]] : [],
    ),
  )
}
