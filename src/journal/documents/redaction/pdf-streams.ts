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
import { cleanPicture } from './picture.ts'
import { isColourProfile, wordlessProfile } from './colour-profile.ts'
import { HELD_BACK, HeldBack } from './withheld.ts'

const REMARK = 62

/** Throws if a scanned page holds remarks, or cannot be read to its end: its segments without the head of a file. */
function refuseJbig2Remarks(content: Buffer): void {
  try {
    for (let at = 0; at < content.length;) {
      const { kind, end } = segmentAt(content, at)
      if (kind === REMARK || end > content.length) throw new HeldBack(HELD_BACK.unknown('a scanned page'))
      at = end
    }
  } catch (error) {
    throw error instanceof RangeError ? new HeldBack(HELD_BACK.unreadable) : error
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
 * the words of colour profiles. What is packed in a way that is not known holds the file back.
 */
export function cleanStream(ref: PDFRef, stream: PDFRawStream, context: PDFContext): void {
  // Its content is another file.
  if (stream.dict.has(name('F'))) throw new HeldBack(HELD_BACK.linked)
  const packings = packingsOf(stream, context)
  const outer = packings.slice(0, -1)
  const last = packings.at(-1)
  if (outer.some(({ filter }) => !PACKING.has(filter))) throw unknown(packings)
  if (last && PICTURES.has(last.filter)) {
    const picture = undo(stream, outer, context)
    if (last.filter === 'JBIG2Decode') refuseJbig2Remarks(picture)
    put(ref, stream, last.filter === 'DCTDecode' ? cleanPhotograph(picture) : picture, last, context)
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
  if (!profile) throw new HeldBack(HELD_BACK.unknown('a colour profile'))
  put(ref, stream, deflateSync(profile), { filter: 'FlateDecode', parameters: null }, context)
}

const unknown = (packings: Packing[]): HeldBack =>
  new HeldBack(HELD_BACK.unknown(packings.some(({ filter }) => filter === 'JPXDecode') ? 'JPEG 2000' : 'a stream'))

function cleanPhotograph(content: Buffer): Buffer {
  if (content.length < 3 || content.readUInt16BE(0) !== 0xffd8) throw new HeldBack(HELD_BACK.unreadable)
  return cleanPicture(content)
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
    if (!(filter instanceof PDFName)) throw new HeldBack(HELD_BACK.unreadable)
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
