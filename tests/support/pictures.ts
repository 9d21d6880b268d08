import { crc32 } from 'node:zlib'

/** Pictures that declare many pixels but contain next to none: decompression bombs. */

const bytes = (...parts: (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const be32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
const be16 = (value: number): number[] => be32(value).slice(2)
const le16 = (value: number): number[] => be16(value).reverse()
const le24 = (value: number): number[] => be32(value).slice(1).reverse()
const le32 = (value: number): number[] => be32(value).reverse()

function pngChunk(kind: string, data: number[]): Buffer {
  const named = bytes(kind, data)
  return bytes(be32(data.length), named, be32(crc32(named)))
}

/** With frames: an animation. */
export const aPngOf = (width: number, height: number, frames = 0): Buffer =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', [...be32(width), ...be32(height), 8, 6, 0, 0, 0]),
    frames ? pngChunk('acTL', [...be32(frames), ...be32(0)]) : [],
    ...Array.from({ length: frames }, (_, at) =>
      pngChunk('fcTL', [...be32(at), ...be32(width), ...be32(height), ...be32(0), ...be32(0), 0, 1, 0, 10, 0, 0]),
    ),
    pngChunk('IDAT', [0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]),
    pngChunk('IEND', []),
  )

/** As cameras write them: with a small preview first, whose size is not the picture's. */
export const aJpegOf = (width: number, height: number, kind = 0xc0): Buffer => {
  const frame = (w: number, h: number) => bytes([0xff, kind], be16(11), [8], be16(h), be16(w), [1, 1, 0x11, 0])
  const preview = bytes('Exif\0\0', [0xff, 0xd8], frame(16, 16), [0xff, 0xd9])
  return bytes(
    [0xff, 0xd8, 0xff, 0xe1],
    be16(preview.length + 2),
    preview,
    // Fill bytes before a marker are allowed.
    [0xff, 0xff, 0xff],
    [0xc4],
    be16(3),
    [0],
    frame(width, height),
    [0xff, 0xda],
    be16(8),
    [1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9],
  )
}

export const aGifOf = (width: number, height: number, { frames = 1, screen = [width, height] } = {}): Buffer =>
  bytes(
    'GIF89a',
    le16(screen[0]!),
    le16(screen[1]!),
    [0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, () =>
      bytes([0x21, 0xf9, 4, 0, 10, 0, 0, 0], [0x2c, 0, 0, 0, 0], le16(width), le16(height), [0, 2, 2, 0x44, 0x01, 0]),
    ),
    [0x3b],
  )

const webpChunk = (kind: string, data: Buffer): Buffer =>
  bytes(kind, le32(data.length), data, data.length % 2 ? [0] : [])

const webp = (...chunks: Buffer[]): Buffer => {
  const body = bytes('WEBP', ...chunks)
  return bytes('RIFF', le32(body.length), body)
}

const vp8 = (width: number, height: number): Buffer =>
  bytes([0x10, 0, 0, 0x9d, 0x01, 0x2a], le16(width), le16(height), [0, 0])

export const aWebpOf = {
  lossy: (width: number, height: number): Buffer => webp(webpChunk('VP8 ', vp8(width, height))),
  lossless: (width: number, height: number): Buffer =>
    webp(webpChunk('VP8L', bytes([0x2f], le32((width - 1) | ((height - 1) << 14)), [0]))),
  extended: (width: number, height: number): Buffer =>
    webp(webpChunk('VP8X', bytes([0, 0, 0, 0], le24(width - 1), le24(height - 1))), webpChunk('VP8 ', vp8(16, 16))),
  animated: (width: number, height: number, frames: number): Buffer =>
    webp(
      webpChunk('VP8X', bytes([2, 0, 0, 0], le24(width - 1), le24(height - 1))),
      webpChunk('ANIM', bytes(le32(0), [0, 0])),
      ...Array.from({ length: frames }, () =>
        webpChunk(
          'ANMF',
          bytes(le24(0), le24(0), le24(width - 1), le24(height - 1), le24(10), [0], webpChunk('VP8 ', vp8(16, 16))),
        ),
      ),
    ),
}
