import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import { shortenedMarkup, type TitlePiece, titlePieces } from '../../../contract/rules/text/inline-markup.ts'
import { sfntOf } from '../../documents/typesetting/fonts.ts'

/** What the project uses of fontkit, which has no types of its own. */
interface Font {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}

const require = createRequire(import.meta.url)
const { create } = require('fontkit') as { create(content: Buffer): Font }

export type Face = 'serif' | 'serif-italic' | 'sans' | 'sans-bold'

const FILES: Record<Face, { family: string; subsets: readonly string[]; weight: number; style: string }> = {
  serif: { family: 'brygada-1918', subsets: ['latin', 'latin-ext', 'greek', 'vietnamese', 'cyrillic'], weight: 600, style: 'normal' },
  'serif-italic': { family: 'brygada-1918', subsets: ['latin', 'latin-ext', 'greek', 'vietnamese', 'cyrillic'], weight: 600, style: 'italic' },
  sans: { family: 'public-sans', subsets: ['latin', 'latin-ext', 'vietnamese'], weight: 400, style: 'normal' },
  'sans-bold': { family: 'public-sans', subsets: ['latin', 'latin-ext', 'vietnamese'], weight: 600, style: 'normal' },
} // prettier-ignore

const opened = new Map<string, Font>()

function fontsOf(face: Face): Font[] {
  const { family, subsets, weight, style } = FILES[face]
  return subsets.map((subset) => {
    const file = `@fontsource/${family}/files/${family}-${subset}-${weight}-${style}.woff`
    const font = opened.get(file) ?? create(sfntOf(readFileSync(require.resolve(file))))
    opened.set(file, font)
    return font
  })
}

/** Text in one font. Characters that no font has are left out: a drawing has no other letters to fall back on. */
function stretches(text: string, face: Face): { text: string; font: Font }[] {
  const fonts = fontsOf(face)
  const found: { text: string; font: Font }[] = []
  for (const character of text) {
    for (const one of inOneOf(fonts, character)) {
      const last = found.at(-1)
      if (last?.font === one.font) last.text += one.text
      else found.push(one)
    }
  }
  return found
}

function inOneOf(fonts: Font[], character: string): { text: string; font: Font }[] {
  for (const text of [character, inNormalForm(character, 'NFKD').replace(/\p{M}/gu, '')]) {
    const font = text && fonts.find((each) => each.hasGlyphForCodePoint(text.codePointAt(0)!))
    if (font) return [{ text, font }]
  }
  return []
}

/** The width of text in pixels. */
export const widthOf = (text: string, face: Face, size: number): number =>
  stretches(text, face).reduce((width, { text: part, font }) => {
    const advances = font.layout(part).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    return width + (advances / font.unitsPerEm) * size
  }, 0)

/** The outlines of text as SVG paths, beginning at a point of its baseline. */
export function outlines(text: string, face: Face, size: number, x: number, y: number): string {
  let svg = ''
  let at = x
  for (const { text: part, font } of stretches(text, face)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(part)
    for (const [index, { path }] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const data = path.toSVG()
      if (data) {
        const [left, base] = [at + xOffset * scale, y - yOffset * scale].map((value) => value.toFixed(2))
        svg += `<path transform="translate(${left} ${base}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${data}"/>`
      }
      at += xAdvance * scale
    }
  }
  return svg
}

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
