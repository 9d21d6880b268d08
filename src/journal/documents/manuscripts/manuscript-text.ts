import type { Paragraph } from './paragraph.ts'
import { MOST_CHARACTERS, UNAVAILABLE, type TextOrNone } from './text-result.ts'
import { pdfParagraphs } from './pdf-paragraphs.ts'
import { plainParagraphs } from './plain-paragraphs.ts'
import { wordHtml } from './word/word-html.ts'
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
    if (room <= 0) return { paragraphs, html: null, words: wordsIn(paragraphs), isShortened: true }
    paragraphs.push({ text: shown.slice(0, room).toWellFormed(), style })
    room -= shown.length
  }
  if (!paragraphs.length) return { unavailable: UNAVAILABLE.empty }
  const html = mediaType === WORD ? await wordHtml(content) : null
  return { paragraphs, html, words: wordsIn(paragraphs), isShortened: room < 0 }
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
