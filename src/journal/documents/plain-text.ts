/** A paragraph of a manuscript as plain text. It is never HTML, whatever it looks like. */
export interface Paragraph {
  text: string
  style: 'heading' | 'text'
}

/** Ten times a long manuscript. */
export const MOST_CHARACTERS = 300_000

export interface ManuscriptText {
  paragraphs: Paragraph[]
  /** The whole with headings, tables and formulas, made by the renderer of full texts; null if there is no such form. */
  html: string | null
  /** Of what is given here. */
  words: number
  /** The manuscript is longer than `MOST_CHARACTERS`; the end is not given. */
  isShortened: boolean
}

export type TextOrNone = ManuscriptText | { unavailable: string }

export const UNAVAILABLE = {
  type: 'The text of this type of file cannot be shown here. Open the file instead.',
  unreadable: 'The text of this file could not be read. Open the file instead.',
  empty: 'This file contains no text; its pages may be pictures. Open the file instead.',
}

/** The text of bytes: UTF-16 by its byte order mark, UTF-8, or else the usual encoding of older Windows programs. */
export function plainText(content: Uint8Array): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Lines belong together until an empty one; without empty lines each is a paragraph. */
export function plainParagraphs(content: Buffer): Paragraph[] {
  const lines = plainText(content)
    .slice(0, 2 * MOST_CHARACTERS)
    .split(/\r\n?|\n/)
  const isSpaced = lines.some((line, index) => index < lines.length - 1 && line.trim() === '')
  if (!isSpaced) return lines.map((text) => ({ text, style: 'text' }))
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.map((each) => ({ text: each.join(' '), style: 'text' }))
}
