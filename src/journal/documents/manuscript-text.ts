import { type PdfLine, pdfPages } from './pdf/pdf-text.ts'
import { wordParagraphs } from './word/word-text.ts'
import { renderFullText } from './jats/html/render.ts'
import { parseJats } from './jats/model/parse.ts'
import { readWord } from './word/read-word.ts'
import { bareArticle } from './word/bare-article.ts'
import { wordToJats } from './word/to-jats.ts'
import { MOST_CHARACTERS, type TextOrNone, UNAVAILABLE, type Paragraph, plainParagraphs } from './plain-text.ts'

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

/** A heading is set larger than the text, and short. */
const LARGER = 1.12
const LONGEST_HEADING = 150
/** Lines farther apart than this many times the usual distance belong to different paragraphs. */
const WIDER = 1.35

/** The text of a PDF as paragraphs: a guess by sizes and distances, since a PDF has only lines. */
async function pdfParagraphs(content: Uint8Array, mostCharacters: number): Promise<Paragraph[]> {
  const pages = (await pdfPages(content, mostCharacters)).map((lines) => lines.map(trimmed))
  const lines = withoutLineNumbers(pages).flat()
  const usualSize = mostFrequent(lines.map(({ size }) => size))
  const usualGap = mostFrequent(lines.map((_line, index) => gapBefore(lines, index)).filter((gap) => gap > 0))
  const paragraphs: Paragraph[] = []
  let last: PdfLine | undefined
  for (const [index, line] of lines.entries()) {
    const style = line.size > usualSize * LARGER && line.text.length <= LONGEST_HEADING ? 'heading' : 'text'
    const before = paragraphs.at(-1)
    const gap = gapBefore(lines, index)
    // On another page or in another column only a sentence that goes on belongs to the same paragraph.
    const isNext = gap > 0 ? gap <= usualGap * WIDER : !/[.!?:]["”’)]?$/.test(last?.text ?? '.')
    if (before?.style === style && isNext) before.text = joined(before.text, line.text)
    else paragraphs.push({ text: line.text, style })
    last = line
  }
  return paragraphs
}

const trimmed = (line: PdfLine): PdfLine => ({ ...line, text: line.text.trim() })

const gapBefore = (lines: PdfLine[], index: number): number => (index ? lines[index - 1]!.y - lines[index]!.y : 0)

/** To half a point; of several the smallest. */
function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(Math.round(value * 2) / 2, (counts.get(Math.round(value * 2) / 2) ?? 0) + 1)
  const [first] = [...counts].sort(([a, often], [b, oftener]) => oftener - often || a - b)
  return first?.[0] ?? 0
}

/** A word that was cut at the end of a line becomes whole again. */
const joined = (before: string, line: string): string =>
  /\p{Ll}-$/u.test(before.slice(-2)) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`

/**
 * Manuscripts often number their lines. The numbers would be part of the text, and all of them different in the
 * next version; they are known by counting up, line after line.
 */
function withoutLineNumbers(pages: PdfLine[][]): PdfLine[][] {
  const numbers = pages.flat().map(({ text }) => Number(/^\d{1,5}(?=\s|$)/.exec(text)?.[0] ?? NaN))
  const rising = numbers.filter((number, index) => index > 0 && number === numbers[index - 1]! + 1).length
  if (rising < numbers.length / 2) return pages
  return pages.map((lines) =>
    lines
      .map((line) => ({ ...line, text: line.text.replace(/^\d{1,5}(?:\s+|$)/, '') }))
      .filter(({ text }) => text !== ''),
  )
}

/** Longer texts are read as paragraphs alone, which takes a fraction of the time. */
const MOST_BYTES = 6 * 1024 * 1024

/** A whole Word document as it would be shown to readers, without its pictures; null if it cannot be. */
export async function wordHtml(content: Buffer): Promise<string | null> {
  try {
    const read = await readWord(content, { withPictures: false, mostBytes: MOST_BYTES })
    const text = renderFullText(parseJats(bareArticle(wordToJats(read, null))), { image: () => undefined })
    return text && text.parts.join('\n')
  } catch {
    return null
  }
}
