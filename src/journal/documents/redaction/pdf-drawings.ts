import { HELD_BACK, HeldBack } from './withheld.ts'

/** What a content stream of a PDF draws besides letters. */
export interface Drawn {
  /** Curves and slanted lines, of which signatures and outlined letters are made; no tables and no underlines. */
  strokes: number
  /** Of pictures that are written into the stream. */
  pixels: number
  /** It shows letters or anything else. */
  paints: boolean
}

const SPACE = ' \t\r\n\f\0'
const DELIMITERS = '()<>[]{}/%'
const PAINTING = new Set(['Tj', 'TJ', "'", '"', 'Do', 'sh', 'EI'])
/** Less is no slant: programs round. */
const SLANT = 0.5

/** Reads a content stream by its operators. */
export function drawnIn(source: string): Drawn {
  const drawn: Drawn = { strokes: 0, pixels: 0, paints: false }
  let operands: number[] = []
  let [x, y] = [NaN, NaN]
  for (let at = 0; at < source.length;) {
    const character = source[at]!
    if (SPACE.includes(character) || '[]{}>'.includes(character)) at++
    else if (character === '%') at = lineEnd(source, at)
    else if (character === '(') at = stringEnd(source, at)
    else if (character === '<') at = source[at + 1] === '<' ? at + 2 : after(source, '>', at)
    else if (character === ')') at++
    else if (character === '/') at = wordEnd(source, at + 1)
    else {
      const end = wordEnd(source, at)
      const word = source.slice(at, end)
      at = end
      const number = Number(word)
      if (!Number.isNaN(number)) {
        operands.push(number)
        if (operands.length > 6) operands = operands.slice(-6)
        continue
      }
      if (word === 'BI') {
        const picture = inlinePicture(source, at)
        drawn.pixels += picture.pixels
        at = picture.end
        drawn.paints = true
      } else if (word === 'm' || word === 'l') {
        const [toX = NaN, toY = NaN] = operands.slice(-2)
        const isSlanted = !(Math.abs(toX - x) < SLANT || Math.abs(toY - y) < SLANT)
        if (word === 'l' && isSlanted) drawn.strokes++
        x = toX
        y = toY
      } else if (word === 'c' || word === 'v' || word === 'y') drawn.strokes++
      else if (PAINTING.has(word)) drawn.paints = true
      operands = []
    }
  }
  return drawn
}

const lineEnd = (source: string, at: number): number => {
  let end = at
  while (end < source.length && source[end] !== '\n' && source[end] !== '\r') end++
  return end
}

const after = (source: string, what: string, at: number): number => {
  const found = source.indexOf(what, at)
  return found < 0 ? source.length : found + what.length
}

function wordEnd(source: string, start: number): number {
  let at = start
  while (at < source.length && !SPACE.includes(source[at]!) && !DELIMITERS.includes(source[at]!)) at++
  return at
}

function stringEnd(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return at + 1
  }
  return source.length
}

const SIDES = { W: 'W', Width: 'W', H: 'H', Height: 'H' } as const

/** A picture within a content stream. Only its pixels may be packed: a photograph has room for what cameras write. */
function inlinePicture(source: string, start: number): { pixels: number; end: number } {
  const id = /\sID\s/.exec(source.slice(start, start + LONGEST_HEAD))
  if (!id) throw new HeldBack(HELD_BACK.unreadable)
  const head = source.slice(start, start + id.index)
  if (/DCT|JPX|JBIG2/.test(head)) throw new HeldBack(HELD_BACK.unknown('a photograph within a page'))
  const size = { W: 0, H: 0 }
  for (const [, key, value] of head.matchAll(/\/(W|Width|H|Height)\s+(\d{1,6})\b/g))
    size[SIDES[key as keyof typeof SIDES]] = Number(value)
  const data = start + id.index + id[0].length
  for (let at = source.indexOf('EI', data); at >= 0; at = source.indexOf('EI', at + 2)) {
    const isWord = SPACE.includes(source[at - 1] ?? ' ') && SPACE.includes(source[at + 2] ?? ' ')
    if (isWord) return { pixels: size.W * size.H, end: at + 2 }
  }
  throw new HeldBack(HELD_BACK.unreadable)
}

const LONGEST_HEAD = 2000
