import { ANIMATION_MAX_PIXELS, IMAGE_MAX_PIXELS } from '../contract/rules/files/file-rules.ts'

/** The decoded size of a picture: the pixels of its canvas, and of all its frames together. */
export interface ImagePixels {
  canvas: number
  frames: number
}

export const hasTooManyPixels = ({ canvas, frames }: ImagePixels): boolean =>
  canvas > IMAGE_MAX_PIXELS || frames > ANIMATION_MAX_PIXELS

/**
 * Reads the dimensions of a PNG, JPEG, GIF or WebP from its headers, without decoding it: a few bytes can
 * expand to gigabytes of pixels. The content determines the format, as in browsers. Null for anything else,
 * or for truncated headers.
 */
export function imagePixels(content: Buffer): ImagePixels | null {
  try {
    if (content.subarray(0, 8).equals(PNG)) return pixelsOfPng(content)
    if (content.readUInt16BE(0) === 0xffd8) return pixelsOfJpeg(content)
    if (/^GIF8[79]a$/.test(content.toString('latin1', 0, 6))) return pixelsOfGif(content)
    if (/^RIFF....WEBP$/s.test(content.toString('latin1', 0, 12))) return pixelsOfWebp(content)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

function pixelsOfPng(content: Buffer): ImagePixels | null {
  if (content.toString('latin1', 12, 16) !== 'IHDR') return null
  const canvas = content.readUInt32BE(16) * content.readUInt32BE(20)
  let frames = 0
  // Each frame of an animation has a chunk with its size.
  for (let at = 8; at + 16 <= content.length; at += 12 + content.readUInt32BE(at)) {
    if (content.toString('latin1', at + 4, at + 8) === 'fcTL' && at + 20 <= content.length) {
      frames += content.readUInt32BE(at + 12) * content.readUInt32BE(at + 16)
    }
  }
  return { canvas, frames: Math.max(canvas, frames) }
}

/** Markers that begin a frame; those between them that do not are tables. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers without a length. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function pixelsOfJpeg(content: Buffer): ImagePixels {
  for (let at = 2; ;) {
    const marker = content.readUInt8(at + 1)
    // Like browsers, skips fill bytes and anything else between two markers.
    if (content.readUInt8(at) !== 0xff || marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else if (isStartOfFrame(marker)) {
      const canvas = content.readUInt16BE(at + 5) * content.readUInt16BE(at + 7)
      // A height of 0 is specified only after the scan: assume the maximum.
      return canvas > 0 ? still(canvas) : still(content.readUInt16BE(at + 7) * 0xffff)
    } else at += 2 + Math.max(2, content.readUInt16BE(at + 2))
  }
}

function pixelsOfGif(content: Buffer): ImagePixels {
  let canvas = content.readUInt16LE(6) * content.readUInt16LE(8)
  let frames = 0
  for (let at = 13 + colourTable(content.readUInt8(10)); at < content.length;) {
    const block = content.readUInt8(at)
    if (block === 0x21) at = afterSubBlocks(content, at + 2)
    else if (block === 0x2c) {
      const frame = content.readUInt16LE(at + 5) * content.readUInt16LE(at + 7)
      // A frame may be larger than the declared canvas; browsers enlarge it.
      canvas = Math.max(canvas, frame)
      frames += frame
      at = afterSubBlocks(content, at + 11 + colourTable(content.readUInt8(at + 9)))
    } else break
  }
  return { canvas, frames: Math.max(canvas, frames) }
}

const colourTable = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function afterSubBlocks(content: Buffer, start: number): number {
  let at = start
  while (at < content.length && content[at] !== 0) at += 1 + content[at]!
  return at + 1
}

function pixelsOfWebp(content: Buffer): ImagePixels | null {
  let canvas = 0
  let frames = 0
  for (let at = 12; at + 8 <= content.length;) {
    const kind = content.toString('latin1', at, at + 4)
    const size = content.readUInt32LE(at + 4)
    const data = at + 8
    const pixels = WEBP_SIZES[kind]?.(content, data) ?? 0
    if (kind === 'ANMF') frames += pixels
    canvas = Math.max(canvas, pixels)
    at = data + size + (size % 2)
  }
  return canvas > 0 ? { canvas, frames: Math.max(canvas, frames) } : null
}

const WEBP_SIZES: Record<string, (content: Buffer, data: number) => number> = {
  VP8X: (content, data) => (content.readUIntLE(data + 4, 3) + 1) * (content.readUIntLE(data + 7, 3) + 1),
  ANMF: (content, data) => (content.readUIntLE(data + 6, 3) + 1) * (content.readUIntLE(data + 9, 3) + 1),
  'VP8 ': (content, data) => (content.readUInt16LE(data + 6) & 0x3fff) * (content.readUInt16LE(data + 8) & 0x3fff),
  VP8L: (content, data) => {
    const bits = content.readUInt32LE(data + 1)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
  },
}

const still = (canvas: number): ImagePixels => ({ canvas, frames: canvas })
