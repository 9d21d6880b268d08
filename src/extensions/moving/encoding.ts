import { isUtf8 } from 'node:buffer'

/** What MySQL calls latin1: Windows-1252, with the five bytes that it lacks as control characters. */
const LATIN1 = new TextDecoder('windows-1252')
const BYTE_OF = new Map(
  Array.from({ length: 128 }, (_, index) => [LATIN1.decode(Uint8Array.of(index + 128)).charCodeAt(0), index + 128]),
)
const ASCII_END = 0x80

/** The same text with one layer of "UTF-8 read as latin1" removed; null if it has none, or not in all its letters. */
export function undoubled(text: string): string | null {
  const bytes = Buffer.allocUnsafe(text.length)
  let isPlain = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < ASCII_END ? code : BYTE_OF.get(code)
    if (byte === undefined) return null
    if (byte >= ASCII_END) isPlain = false
    bytes[at] = byte
  }
  return isPlain || !isUtf8(bytes) ? null : bytes.toString('utf8')
}

const MOST_SAMPLES = 3
const SAMPLE_LETTERS = 80

/** A text before and after its repair. */
export interface EncodingSample {
  before: string
  after: string
}

export interface EncodingFigures {
  /** Texts with a letter beyond ASCII; the others are alike in every encoding. */
  beyondAscii: number
  /** Of them, those that are UTF-8 read as latin1 and stored again. */
  doubled: number
  /** Of these, those that were stored so twice. */
  tripled: number
  /** Of them, those that are no UTF-8; they were read as latin1. */
  notUtf8: number
  samples: EncodingSample[]
}

/** Makes texts of the bytes of a dump, and counts how they are encoded. Nothing is repaired. */
export class Texts {
  readonly figures: EncodingFigures = { beyondAscii: 0, doubled: 0, tripled: 0, notUtf8: 0, samples: [] }

  text(bytes: Buffer): string {
    if (isAscii(bytes)) return bytes.toString('latin1')
    const { figures } = this
    figures.beyondAscii++
    if (!isUtf8(bytes)) {
      figures.notUtf8++
      return LATIN1.decode(bytes)
    }
    const text = bytes.toString('utf8')
    const once = undoubled(text)
    if (once === null) return text
    figures.doubled++
    if (undoubled(once) !== null) figures.tripled++
    if (figures.samples.length < MOST_SAMPLES) figures.samples.push({ before: cut(text), after: cut(once) })
    return text
  }
}

function isAscii(bytes: Buffer): boolean {
  let seen = 0
  for (let at = 0; at < bytes.length; at++) seen |= bytes[at]!
  return seen < ASCII_END
}

/** The line around the first letter beyond ASCII. */
function cut(text: string): string {
  const found = text.search(/[^\0-\x7f]/)
  const from = Math.max(0, found - SAMPLE_LETTERS / 2)
  const letters = [...text.slice(from, from + 2 * SAMPLE_LETTERS).replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')]
  return `${from > 0 ? '…' : ''}${letters.slice(0, SAMPLE_LETTERS).join('')}${letters.length > SAMPLE_LETTERS ? '…' : ''}`
}
