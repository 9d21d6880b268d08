import { deflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { redactPicture } from './picture.ts'
import { isColourProfile, wordlessProfile } from './colour-profile.ts'
import { WITHHELD, Withheld } from './withheld.ts'

const REMARK = 62

/** Throws if a scanned page holds remarks, or cannot be read to its end: its segments without the head of a file. */
function refuseJbig2Remarks(content: Buffer): void {
  try {
    for (let at = 0; at < content.length;) {
      const { kind, end } = segmentAt(content, at)
      if (kind === REMARK || end > content.length) throw new Withheld(WITHHELD.unknown('a scanned page'))
      at = end
    }
  } catch (error) {
    throw error instanceof RangeError ? new Withheld(WITHHELD.unreadable) : error
  }
}

function segmentAt(content: Buffer, start: number): { kind: number; end: number } {
  const number = content.readUInt32BE(start)
  const flags = content.readUInt8(start + 4)
  let at = start + 5
  let references = content.readUInt8(at) >> 5
  if (references === 7) {
    references = content.readUInt32BE(at) & 0x1fffffff
    at += 4 + Math.ceil((references + 1) / 8)
  } else at += 1
  at += references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4)
  at += flags & 0x40 ? 4 : 1
  // A length that is not known is larger than any file.
  return { kind: flags & 0x3f, end: at + 4 + content.readUInt32BE(at) }
}

/** How a stream is packed: the last filter was applied first. */
interface Packing {
  filter: string
  parameters: PDFDict | null
}

/** What only packs bytes, so that it can be undone. */
const PACKING = new Set(['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'])
/** Pictures in a form of their own. JPEG 2000 is not among them: nothing here can clean it. */
const PICTURES = new Set(['DCTDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

const name = (text: string): PDFName => PDFName.of(text)

/** True for a stream that is drawn as a picture. */
export const isPicture = (stream: PDFRawStream, context: PDFContext): boolean =>
  context.lookup(stream.dict.get(name('Subtype'))) === name('Image')

/** The number of a picture's pixels. */
export function pixelsOf({ dict }: PDFRawStream, context: PDFContext): number {
  const [width, height] = ['Width', 'Height'].map((side) => context.lookup(dict.get(name(side))))
  // Of which nothing is known may be large.
  if (!(width instanceof PDFNumber && height instanceof PDFNumber)) return Infinity
  return Math.max(0, width.asNumber() * height.asNumber())
}

/** Everything of a stream but what only packs it. */
export function unpacked(stream: PDFRawStream, context: PDFContext): Buffer {
  return undo(stream, packingsOf(stream, context), context)
}

/**
 * Cleans what a stream holds besides what is drawn: what cameras write into photographs, however these are packed, and
 * the words of colour profiles. What is packed in a way that is not known withholds the file.
 */
export function redactStream(ref: PDFRef, stream: PDFRawStream, context: PDFContext): void {
  // Its content is another file.
  if (stream.dict.has(name('F'))) throw new Withheld(WITHHELD.linked)
  const packings = packingsOf(stream, context)
  const outer = packings.slice(0, -1)
  const last = packings.at(-1)
  if (outer.some(({ filter }) => !PACKING.has(filter))) throw unknown(packings)
  if (last && PICTURES.has(last.filter)) {
    const picture = undo(stream, outer, context)
    if (last.filter === 'JBIG2Decode') refuseJbig2Remarks(picture)
    put(ref, stream, last.filter === 'DCTDecode' ? redactPhotograph(picture) : picture, last, context)
    return
  }
  if (last && !PACKING.has(last.filter)) throw unknown(packings)
  if (isPicture(stream, context)) return
  // The search for names reads what is unpacked, and knows no differences between rows.
  if (packings.some(hasPredictor(context))) throw unknown(packings)
  // Profiles have the number of their colours.
  if (!stream.dict.has(name('N'))) return
  const content = undo(stream, packings, context)
  if (!isColourProfile(content)) return
  const profile = wordlessProfile(content)
  if (!profile) throw new Withheld(WITHHELD.unknown('a colour profile'))
  put(ref, stream, deflateSync(profile), { filter: 'FlateDecode', parameters: null }, context)
}

const unknown = (packings: Packing[]): Withheld =>
  new Withheld(WITHHELD.unknown(packings.some(({ filter }) => filter === 'JPXDecode') ? 'JPEG 2000' : 'a stream'))

function redactPhotograph(content: Buffer): Buffer {
  if (content.length < 3 || content.readUInt16BE(0) !== 0xffd8) throw new Withheld(WITHHELD.unreadable)
  return redactPicture(content)
}

/** Writes a stream in the place of another, packed only like this. */
function put(ref: PDFRef, before: PDFRawStream, content: Uint8Array, packing: Packing, context: PDFContext): void {
  const { dict } = before
  dict.set(name('Filter'), name(packing.filter))
  if (packing.parameters) dict.set(name('DecodeParms'), packing.parameters)
  else dict.delete(name('DecodeParms'))
  context.assign(ref, PDFRawStream.of(dict, content))
}

function packingsOf({ dict }: PDFRawStream, context: PDFContext): Packing[] {
  const listed = (value: PDFObject | undefined): (PDFObject | undefined)[] => {
    const found = context.lookup(value)
    return found instanceof PDFArray ? found.asArray().map((each) => context.lookup(each)) : found ? [found] : []
  }
  const parameters = listed(dict.get(name('DecodeParms')))
  return listed(dict.get(name('Filter'))).map((filter, at): Packing => {
    if (!(filter instanceof PDFName)) throw new Withheld(WITHHELD.unreadable)
    const found = parameters[at]
    return { filter: filter.decodeText(), parameters: found instanceof PDFDict ? found : null }
  })
}

const hasPredictor =
  (context: PDFContext) =>
  ({ parameters }: Packing): boolean => {
    const predictor = context.lookup(parameters?.get(name('Predictor')))
    return predictor !== undefined && !(predictor instanceof PDFNumber && predictor.asNumber() === 1)
  }

function undo(stream: PDFRawStream, packings: Packing[], context: PDFContext): Buffer {
  if (!packings.length) return Buffer.from(stream.contents)
  if (packings.some(({ filter }) => !PACKING.has(filter)) || packings.some(hasPredictor(context)))
    throw unknown(packings)
  const dict = context.obj({
    Filter: packings.map(({ filter }) => name(filter)),
    DecodeParms: packings.map(({ parameters }) => parameters ?? context.obj({})),
  })
  return Buffer.from(decodePDFRawStream(PDFRawStream.of(dict, stream.contents)).decode())
}

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
  if (!id) throw new Withheld(WITHHELD.unreadable)
  const head = source.slice(start, start + id.index)
  if (/DCT|JPX|JBIG2/.test(head)) throw new Withheld(WITHHELD.unknown('a photograph within a page'))
  const size = { W: 0, H: 0 }
  for (const [, key, value] of head.matchAll(/\/(W|Width|H|Height)\s+(\d{1,6})\b/g))
    size[SIDES[key as keyof typeof SIDES]] = Number(value)
  const data = start + id.index + id[0].length
  for (let at = source.indexOf('EI', data); at >= 0; at = source.indexOf('EI', at + 2)) {
    const isWord = SPACE.includes(source[at - 1] ?? ' ') && SPACE.includes(source[at + 2] ?? ' ')
    if (isWord) return { pixels: size.W * size.H, end: at + 2 }
  }
  throw new Withheld(WITHHELD.unreadable)
}

const LONGEST_HEAD = 2000
