import { shortenedMarkup, titlePieces, type TitlePiece } from '../../../contract/rules/text/inline-markup.ts'
import { widthOf, type Face } from './lettering.ts'

/** A part of a word in one face, raised or lowered by a share of its size. */
export interface Fragment {
  text: string
  face: Face
  scale: number
  shift: number
}
export type Word = Fragment[]

/** Titles of this length fit in the smallest size. */
const LONGEST = 220
const SMALL = 0.64

/** The sizes of a title with the number of lines that each has room for, the largest first. */
const SIZES = [
  { size: 60, lines: 4 },
  { size: 52, lines: 5 },
  { size: 45, lines: 6 },
  { size: 38, lines: 7 },
] as const

export const widthOfWord = (word: Word, size: number): number =>
  word.reduce((width, { text, face, scale }) => width + widthOf(text, face, size * scale), 0)

export const SPACE = 0.25

/** A title in the largest size in which it has room, its lines broken between words. */
export function titleLines(markup: string, room: number): { size: number; lines: Word[][] } {
  const words = wordsOf(titlePieces(shortenedMarkup(markup, LONGEST)))
  for (const { size, lines } of SIZES) {
    const broken = broke(words, size, room)
    if (broken.length <= lines && broken.every((line) => widthOfLine(line, size) <= room))
      return { size, lines: broken }
  }
  const { size, lines } = SIZES.at(-1)!
  return {
    size,
    lines: broke(
      words.flatMap((word) => inPieces(word, size, room)),
      size,
      room,
    ).slice(0, lines),
  }
}

const widthOfLine = (line: Word[], size: number): number =>
  line.reduce((width, word) => width + widthOfWord(word, size), Math.max(0, line.length - 1) * SPACE * size)

function broke(words: Word[], size: number, room: number): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last && widthOfLine([...last, word], size) <= room) last.push(word)
    else lines.push([word])
  }
  return lines
}

/** A word that is longer than a line, such as a chemical name, in as many pieces as it needs. */
function inPieces(word: Word, size: number, room: number): Word[] {
  if (widthOfWord(word, size) <= room) return [word]
  const pieces: Word[] = [[]]
  for (const fragment of word) {
    for (const text of fragment.text) {
      if (widthOfWord([...pieces.at(-1)!, { ...fragment, text }], size) > room) pieces.push([])
      pieces.at(-1)!.push({ ...fragment, text })
    }
  }
  return pieces
}

function wordsOf(pieces: readonly TitlePiece[]): Word[] {
  const words: Word[] = [[]]
  for (const { text, marks } of pieces) {
    const face = marks.includes('i') ? 'serif-italic' : 'serif'
    const [scale, shift] = marks.includes('sub') ? [SMALL, 0.16] : marks.includes('sup') ? [SMALL, -0.34] : [1, 0]
    for (const [index, part] of text.split(/\s+/).entries()) {
      if (index) words.push([])
      if (part) words.at(-1)!.push({ text: part, face, scale, shift })
    }
  }
  return words.filter((word) => word.length)
}
