import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { wordlessProfile } from './colour-profile.ts'
import { WITHHELD, Withheld } from './withheld.ts'

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]

/** A GIF without comments and data of programs, except how often it repeats. */
function redactGif(content: Buffer): Buffer {
  let at = 13 + colourTable(content.readUInt8(10))
  const kept: Buffer[] = [content.subarray(0, at)]
  for (;;) {
    const block = content.readUInt8(at)
    let end: number
    if (block === END) return Buffer.concat([...kept, Buffer.from([END])])
    if (block === EXTENSION) end = afterSubBlocks(content, at + 2)
    else if (block === IMAGE) end = afterSubBlocks(content, at + 11 + colourTable(content.readUInt8(at + 9)))
    else throw new RangeError('not a block')
    if (block === IMAGE || isCached(content.subarray(at, end))) kept.push(content.subarray(at, end))
    at = end
  }
}

const isCached = (extension: Buffer): boolean =>
  // Four bytes: how long it is shown, and what is transparent.
  (extension[1] === GRAPHIC_CONTROL && extension.length === 8) ||
  (extension[1] === APPLICATION &&
    /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(extension.toString('latin1', 3, 14)) &&
    // Their only data: how often. XMP and anything else is longer.
    extension.length === 19)

const colourTable = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function afterSubBlocks(content: Buffer, start: number): number {
  let at = start
  for (let size = content.readUInt8(at); size > 0; size = content.readUInt8(at)) at += 1 + size
  return at + 1
}

/**
 * A picture without its metadata, from the bytes as they are: nothing is encoded again, so nothing is lost. Only
 * the parts that draw it are kept, by name; what is not known goes. How it is turned is kept.
 */
export function redactPicture(content: Buffer): Buffer {
  try {
    if (content.subarray(0, 8).equals(PNG)) return redactPng(content)
    if (content.length > 3 && content.readUInt16BE(0) === 0xffd8) return redactJpeg(content)
    if (/^GIF8[79]a$/.test(content.toString('latin1', 0, 6))) return redactGif(content)
    if (/^RIFF....WEBP$/s.test(content.toString('latin1', 0, 12))) return redactWebp(content)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new Withheld(WITHHELD.unreadable)
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** What draws the picture, its colours and its frames; no texts, times or data of programs. */
const PNG_CHUNKS = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD']
    .concat(['hIST', 'pHYs', 'acTL', 'fcTL', 'fdAT']), // prettier-ignore
)

function redactPng(content: Buffer): Buffer {
  const kept: Buffer[] = [PNG]
  for (let at = 8; ;) {
    const end = at + 12 + content.readUInt32BE(at)
    if (end > content.length) throw new RangeError('cut short')
    const kind = content.toString('latin1', at + 4, at + 8)
    if (PNG_CHUNKS.has(kind)) kept.push(content.subarray(at, end))
    if (kind === 'iCCP') kept.push(...pngProfile(content.subarray(at + 8, end - 4)))
    if (kind === 'eXIf') {
      const orientation = orientationIn(content.subarray(at + 8, end - 4))
      if (orientation > 1) kept.push(pngChunk('eXIf', orientationExif(orientation)))
    }
    if (kind === 'IEND') return Buffer.concat(kept)
    at = end
  }
}

/** The largest that is known has a megabyte. */
const MOST_PROFILE_BYTES = 4 * 1024 * 1024

/** A profile under a name that says nothing. One that cannot be read goes. */
function pngProfile(data: Buffer): Buffer[] {
  const name = data.indexOf(0)
  if (name < 0) return []
  try {
    const profile = wordlessProfile(inflateSync(data.subarray(name + 2), { maxOutputLength: MOST_PROFILE_BYTES }))
    return profile ? [pngChunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0', 'latin1'), deflateSync(profile)]))] : []
  } catch {
    return []
  }
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')

function redactJpeg(content: Buffer): Buffer {
  const kept: Buffer[] = [content.subarray(0, 2)]
  const profile: Buffer[] = []
  for (let at = 2; ;) {
    // Fill bytes may precede a marker.
    while (content.readUInt8(at) === 0xff && content.readUInt8(at + 1) === 0xff) at += 1
    if (content.readUInt8(at) !== 0xff) throw new RangeError('no marker')
    const marker = content.readUInt8(at + 1)
    // Whatever follows the end, such as a second picture, is not part of this one.
    if (marker === 0xd9) return Buffer.concat([...kept, content.subarray(at, at + 2)])
    const end = at + 2 + Math.max(2, content.readUInt16BE(at + 2))
    if (end > content.length) throw new RangeError('cut short')
    const segment = content.subarray(at, end)
    if (isProfile(marker, segment)) profile.push(segment)
    kept.push(...keptOfSegment(marker, segment))
    at = end
    if (marker !== 0xda) continue
    kept.splice(-1, 0, ...jpegProfile(profile.splice(0)))
    const next = endOfScan(content, at)
    kept.push(content.subarray(at, next))
    at = next
  }
}

function keptOfSegment(marker: number, segment: Buffer): Buffer[] {
  const data = segment.subarray(4)
  const begins = (text: string) => data.toString('latin1', 0, text.length) === text
  // JFIF without the small preview that it may carry.
  if (marker === 0xe0) return begins('JFIF\0') && data.length >= 14 ? [jpegSegment(0xe0, jfif(data))] : []
  if (marker === 0xe1) {
    const orientation = data.subarray(0, 6).equals(EXIF) ? orientationIn(data.subarray(6)) : 1
    return orientation > 1 ? [jpegSegment(0xe1, Buffer.concat([EXIF, orientationExif(orientation)]))] : []
  }
  // How its colours are stored.
  if (marker === 0xee) return begins('Adobe') && data.length >= 12 ? [jpegSegment(0xee, data.subarray(0, 12))] : []
  return DRAWING.has(marker) ? [segment] : []
}

/** Frames, tables and scans; all other markers belong to programs. */
const DRAWING = new Set([...Array.from({ length: 16 }, (_, at) => 0xc0 + at), 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf])

const PROFILE = Buffer.from('ICC_PROFILE\0', 'latin1')
const PROFILE_HEAD = PROFILE.length + 2
const MOST_IN_SEGMENT = 0xffff - 2 - PROFILE_HEAD

const isProfile = (marker: number, segment: Buffer): boolean =>
  marker === 0xe2 && segment.subarray(4, 4 + PROFILE.length).equals(PROFILE) && segment.length >= 4 + PROFILE_HEAD

/** A profile is cut into numbered pieces, each in a segment. */
function jpegProfile(segments: Buffer[]): Buffer[] {
  const pieces = segments.toSorted((a, b) => a[4 + PROFILE.length]! - b[4 + PROFILE.length]!)
  const profile = wordlessProfile(Buffer.concat(pieces.map((segment) => segment.subarray(4 + PROFILE_HEAD))))
  if (!profile) return []
  const count = Math.ceil(profile.length / MOST_IN_SEGMENT)
  return Array.from({ length: count }, (_, at) =>
    jpegSegment(
      0xe2,
      Buffer.concat([
        PROFILE,
        Buffer.from([at + 1, count]),
        profile.subarray(at * MOST_IN_SEGMENT, (at + 1) * MOST_IN_SEGMENT),
      ]),
    ),
  )
}

const jfif = (data: Buffer): Buffer => Buffer.concat([data.subarray(0, 12), Buffer.from([0, 0])])

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** The next marker that does not belong to the compressed pixels. */
function endOfScan(content: Buffer, start: number): number {
  for (let at = content.indexOf(0xff, start); at >= 0; at = content.indexOf(0xff, at + 2)) {
    const next = content.readUInt8(at + 1)
    if (next === 0xff) at -= 1
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('cut short')
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH'])
const [HAS_XMP, HAS_EXIF, HAS_PROFILE] = [0x04, 0x08, 0x20]

function redactWebp(content: Buffer): Buffer {
  const end = 8 + content.readUInt32LE(4)
  if (end > content.length + 1) throw new RangeError('cut short')
  const kept: Buffer[] = []
  let turned = 1
  for (const [kind, data] of webpChunks(content.subarray(12, end))) {
    if (kind === 'EXIF') turned = orientationIn(data.subarray(0, 6).equals(EXIF) ? data.subarray(6) : data)
    if (!WEBP_CHUNKS.has(kind)) continue
    if (kind === 'ANMF') kept.push(webpChunk(kind, redactFrame(data)))
    else if (kind === 'ICCP')
      kept.push(...[wordlessProfile(data)].flatMap((profile) => (profile ? [webpChunk(kind, profile)] : [])))
    else kept.push(webpChunk(kind, Buffer.from(data)))
  }
  if (turned > 1) kept.push(webpChunk('EXIF', orientationExif(turned)))
  const extended = kept[0]?.toString('latin1', 0, 4) === 'VP8X' ? kept[0] : undefined
  const hasProfile = kept.some((chunk) => chunk.toString('latin1', 0, 4) === 'ICCP')
  if (extended) {
    const flags = (turned > 1 ? HAS_EXIF : 0) | (hasProfile ? HAS_PROFILE : 0)
    extended[8] = (extended[8]! & ~(HAS_XMP | HAS_EXIF | HAS_PROFILE)) | flags
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A frame's place and time, then its pixels. */
const redactFrame = (data: Buffer): Buffer =>
  Buffer.concat([
    data.subarray(0, 16),
    ...[...webpChunks(data.subarray(16))]
      .filter(([kind]) => FRAME_CHUNKS.has(kind))
      .map(([kind, inner]) => webpChunk(kind, inner)),
  ])

function* webpChunks(content: Buffer): Generator<[kind: string, data: Buffer]> {
  for (let at = 0; at + 8 <= content.length;) {
    const size = content.readUInt32LE(at + 4)
    if (at + 8 + size > content.length) throw new RangeError('cut short')
    yield [content.toString('latin1', at, at + 4), content.subarray(at + 8, at + 8 + size)]
    at += 8 + size + (size % 2)
  }
}

function webpChunk(kind: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(kind, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

const ORIENTATION = 0x0112

/** How a picture is turned, by its EXIF data: 1 is upright, up to 8. Anything that cannot be read is upright. */
export function orientationIn(tiff: Buffer): number {
  try {
    const order = tiff.toString('latin1', 0, 2)
    if (order !== 'II' && order !== 'MM') return 1
    const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const long = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
    const first = long(4)
    for (let entry = 0; entry < short(first); entry++) {
      const at = first + 2 + entry * 12
      if (short(at) === ORIENTATION) return short(at + 8) >= 1 && short(at + 8) <= 8 ? short(at + 8) : 1
    }
    return 1
  } catch (error) {
    if (error instanceof RangeError) return 1
    throw error
  }
}

/** EXIF data that say only how a picture is turned. */
export function orientationExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
