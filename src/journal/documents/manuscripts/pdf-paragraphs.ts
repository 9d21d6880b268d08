import type { Paragraph } from './paragraph.ts'
import { pdfPages, type PdfLine } from './pdf-text.ts'

/** A heading is set larger than the text, and short. */
const LARGER = 1.12
const LONGEST_HEADING = 150
/** Lines farther apart than this many times the usual distance belong to different paragraphs. */
const WIDER = 1.35

/** The text of a PDF as paragraphs: a guess by sizes and distances, since a PDF has only lines. */
export async function pdfParagraphs(content: Uint8Array, mostCharacters: number): Promise<Paragraph[]> {
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
