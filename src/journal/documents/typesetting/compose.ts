import type { Mark, Run } from '../jats/model/runs.ts'
import type { Face, FontBook } from './fonts.ts'

export interface TextStyle {
  family: 'serif' | 'sans'
  size: number
  /** The distance between baselines. */
  leading: number
  colour: string
  bold?: boolean
  italic?: boolean
  justified?: boolean
  /** Balanced lines, for titles. */
  balanced?: boolean
}

/** Text drawn in one operation. */
export interface Piece {
  text: string
  font: string
  size: number
  /** Above the baseline; below it when negative. */
  rise: number
  width: number
  href?: string | undefined
}

/** An unbreakable unit with the space that follows it. */
interface Word extends Breakable {
  pieces: Piece[]
}

/** Pieces with their distance from the line's left edge. */
export interface Line {
  pieces: (Piece & { x: number })[]
  width: number
}

/** Breaks text into lines of a given width: justified with the least uneven spaces over all lines, or ragged. */
export function composeLines(runs: Run[], style: TextStyle, width: number, fonts: FontBook): Line[] {
  const words = wordsOf(runs, style, fonts).flatMap((word) =>
    word.width > width ? brokenWord(word, width, fonts) : word,
  )
  if (!words.length) return []
  const breaks = style.justified ? justifiedBreaks : style.balanced ? balancedBreaks : greedyBreaks
  const ends = breaks(words, width)
  return ends.map((end, index) => {
    const from = index === 0 ? 0 : ends[index - 1]!
    return setLine(words.slice(from, end), width, Boolean(style.justified) && end < words.length)
  })
}

/** The width of the text on one line. */
export const naturalWidth = (runs: Run[], style: TextStyle, fonts: FontBook): number =>
  setLine(wordsOf(runs, style, fonts), Infinity, false).width

/** The width of the longest word: the minimum width of a column. */
export const longestWord = (runs: Run[], style: TextStyle, fonts: FontBook): number =>
  Math.max(0, ...wordsOf(runs, style, fonts).map((word) => word.width))

function setLine(words: Word[], width: number, justify: boolean): Line {
  const natural = words.reduce((sum, word, index) => sum + word.width + (index < words.length - 1 ? word.space : 0), 0)
  const spaces = words.slice(0, -1).reduce((sum, word) => sum + word.space, 0)
  const missing = width - natural
  // The last line keeps its natural spaces, unless it is slightly too wide.
  const grow = spaces && (justify || missing < 0) ? Math.max(1 - SHRINK, 1 + missing / spaces) : 1
  const pieces: Line['pieces'] = []
  let x = 0
  for (const [index, word] of words.entries()) {
    for (const piece of word.pieces) {
      pieces.push({ ...piece, x })
      x += piece.width
    }
    // A real space, also at the end of a line, for copied text and screen readers.
    const last = pieces.at(-1)
    if (last && word.space) last.text += ' '
    if (index < words.length - 1) x += word.space * grow
  }
  return { pieces, width: x }
}

function wordsOf(runs: Run[], style: TextStyle, fonts: FontBook): Word[] {
  const words: Word[] = []
  let word: Word = { pieces: [], width: 0, space: 0 }
  const end = (space: number) => {
    if (word.pieces.length) words.push({ ...word, space })
    word = { pieces: [], width: 0, space: 0 }
  }
  for (const run of runs) {
    const { face, size, rise } = setting(run.marks, style)
    for (const part of tied(run.text).split(/( +)/)) {
      if (/^ +$/.test(part)) {
        end(fonts.width(' ', fonts.stretches(' ', face)[0]!.font, style.size))
        continue
      }
      for (const [index, fragment] of fragments(part, run.href !== undefined).entries()) {
        if (index) end(0)
        for (const { text, font } of fonts.stretches(drawn(fragment, run.marks), face)) {
          const width = fonts.width(text, font, size)
          word.pieces.push({ text, font, size, rise, width, href: run.href })
          word.width += width
        }
      }
    }
  }
  end(0)
  return words
}

const UNIT = /(?<=\d) (?=(?:[cmkµn]?m|[mkµnp]?g|ha|h|min|s|d|°C|°|%|[mµ]?[lL]|[mµn]?M|k?bp?|k?Pa|rpm)(?![\p{L}\d]))/gu
const GENUS = /(?<=(?:^|[\s(])\p{Lu}\.) (?=\p{Ll})/gu

const RELATION = / ([=<>≤≥±×≈]) (?=[\d−–-])/g

/** A word that is wider than its line, such as a sequence of bases, in parts that fit. */
function brokenWord(word: Word, width: number, fonts: FontBook): Word[] {
  const parts: Word[] = []
  let part: Word = { pieces: [], width: 0, space: 0 }
  for (const piece of word.pieces) {
    for (const letter of piece.text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
      const wide = fonts.width(letter, piece.font, piece.size)
      if (part.pieces.length && part.width + wide > width) {
        parts.push(part)
        part = { pieces: [], width: 0, space: 0 }
      }
      const last = part.pieces.at(-1)
      if (last && isSamePiece(last, piece)) {
        last.text += letter
        last.width += wide
      } else part.pieces.push({ ...piece, text: letter, width: wide })
      part.width += wide
    }
  }
  return [...parts, { ...part, space: word.space }]
}

const isSamePiece = (a: Piece, b: Piece): boolean =>
  a.font === b.font && a.size === b.size && a.rise === b.rise && a.href === b.href

/** Phrases that must stay on one line: '20 cm', 'B. rubens', '4.1 ± 0.2'. */
const tied = (text: string): string =>
  text.replace(UNIT, '\u00a0').replace(GENUS, '\u00a0').replace(RELATION, '\u00a0$1\u00a0')

/** Break opportunities inside a word: after hyphens and dashes between letters, and in URLs. */
const fragments = (text: string, isAddress: boolean): string[] =>
  text.split(isAddress ? /(?<=[^/:][/?&=])(?=[^/])/ : /(?<=\p{L}{2}[-–/])(?=\p{L}{2})|(?<=—)(?=\p{L})/u).filter(Boolean)

/** The fonts' no-break space is narrower than their space: after splitting, both are treated alike. */
const drawn = (text: string, marks: Mark[]): string =>
  (marks.includes('sc') ? text.toUpperCase() : text).replaceAll('\u00a0', ' ')

function setting(marks: Mark[], style: TextStyle): { face: Face; size: number; rise: number } {
  const bold = style.bold || marks.includes('b')
  // Italics inside an italic line are set upright.
  const italic = marks.includes('i') !== Boolean(style.italic)
  const face = `${style.family}${bold ? '-bold' : ''}${italic ? '-italic' : ''}` as Face
  const small = marks.includes('sub') || marks.includes('sup')
  return {
    face,
    size: style.size * (small ? 0.68 : marks.includes('sc') ? 0.82 : 1),
    rise: marks.includes('sup') ? style.size * 0.34 : marks.includes('sub') ? -style.size * 0.15 : 0,
  }
}

/** A word to be broken into lines. */
interface Breakable {
  width: number
  /** The space after it; 0 where a line may end without a space, after a hyphen. */
  space: number
}

// How far a space may stretch before a line looks loose, and how far it may shrink.
const STRETCH = 0.55
const SHRINK = 0.28

/** Fills line after line (greedy). */
function greedyBreaks(words: Breakable[], width: number): number[] {
  const ends: number[] = []
  let used = 0
  for (const [index, word] of words.entries()) {
    const before = index > 0 ? words[index - 1]!.space : 0
    if (used > 0 && used + before + word.width > width + 0.01) {
      ends.push(index)
      used = word.width
    } else used += (used > 0 ? before : 0) + word.width
  }
  return [...ends, words.length]
}

/** The cost of a line by the width that is left, or too wide if negative. */
type Cost = (missing: number, spaces: number, isLast: boolean) => number

/**
 * The line breaks with the least total cost (Knuth and Plass, without hyphenation): the best break after each
 * word follows from the best breaks before it.
 */
function leastCostBreaks(words: Breakable[], width: number, cost: Cost): number[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let chosen = { cost: Infinity, from: end - 1 }
    let natural = 0
    let spaces = 0
    for (let from = end - 1; from >= 0; from--) {
      const word = words[from]!
      natural += word.width + (from < end - 1 ? word.space : 0)
      spaces += from < end - 1 ? word.space : 0
      if (natural - spaces * SHRINK > width && from < end - 1) break
      const total = best[from]!.cost + cost(width - natural, spaces, end === words.length)
      if (total < chosen.cost) chosen = { cost: total, from }
    }
    best.push(chosen)
  }
  const ends: number[] = []
  for (let end = words.length; end > 0; end = best[end]!.from) ends.unshift(end)
  return ends
}

/** Even spaces on all lines except the last. */
const justifiedCost: Cost = (missing, spaces, isLast) => {
  if (isLast && missing >= 0) return 0
  const ratio = missing >= 0 ? missing / Math.max(1, spaces * STRETCH) : -missing / Math.max(0.01, spaces * SHRINK)
  return (1 + 100 * ratio ** 3) ** 2
}

/** As few lines as possible, of similar length. */
const balancedCost: Cost = (missing) => 1e6 + (missing < 0 ? 1e9 : missing ** 2)

/** Line ends as word indexes, for justified text. */
const justifiedBreaks = (words: Breakable[], width: number): number[] => leastCostBreaks(words, width, justifiedCost)

const balancedBreaks = (words: Breakable[], width: number): number[] => leastCostBreaks(words, width, balancedCost)
