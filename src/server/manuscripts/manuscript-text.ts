import type { Paragraph } from './paragraph.ts'
import { MOST_CHARACTERS, UNAVAILABLE, type TextOrNone } from './text-result.ts'
import { pdfParagraphs } from './pdf-paragraphs.ts'
import { plainText } from './plain-text.ts'
import { wordParagraphs } from './word-text.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const READERS: Record<string, (content: Buffer) => Promise<Paragraph[]> | Paragraph[]> = {
  [WORD]: (content) => wordParagraphs(content, WORD),
  'application/pdf': (content) => pdfParagraphs(content, MOST_CHARACTERS),
  'text/plain': plainParagraphs,
}

/** Reads a manuscript's text; to be called in a process of its own (`documents.ts`). */
export async function readManuscriptText(content: Buffer, mediaType: string): Promise<TextOrNone> {
  const read = READERS[mediaType]
  if (!read) return { unavailable: UNAVAILABLE.type }
  let all: Paragraph[]
  try {
    all = await read(content)
  } catch {
    return { unavailable: UNAVAILABLE.unreadable }
  }
  const paragraphs: Paragraph[] = []
  let room = MOST_CHARACTERS
  for (const { text, style } of all) {
    const shown = tidy(text.slice(0, 2 * room))
    if (shown === '') continue
    if (room <= 0) return { paragraphs, words: wordsIn(paragraphs), isShortened: true }
    paragraphs.push({ text: shown.slice(0, room).toWellFormed(), style })
    room -= shown.length
  }
  if (!paragraphs.length) return { unavailable: UNAVAILABLE.empty }
  return { paragraphs, words: wordsIn(paragraphs), isShortened: room < 0 }
}

/** Without control characters and the marks that turn the direction of what follows. */
const tidy = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/\s/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const wordsIn = (paragraphs: Paragraph[]): number =>
  paragraphs.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0), 0)

/** Lines belong together until an empty one; without empty lines each is a paragraph. */
function plainParagraphs(content: Buffer): Paragraph[] {
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
