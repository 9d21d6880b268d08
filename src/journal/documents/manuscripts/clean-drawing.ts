import { cleanPicture } from './clean-picture.ts'
import { HELD_BACK, HeldBack } from './held-back.ts'

/**
 * A picture of an Office document, known by its bytes: what a document says of its parts may be wrong. Photographs are
 * cleaned; drawings of Windows lose their descriptions, and hold the file back if there is a photograph in them.
 */
export function cleanDrawing(path: string, content: Buffer): Buffer {
  try {
    if (content.length > 44 && content.readUInt32LE(0) === 1 && content.toString('latin1', 40, 44) === ' EMF')
      return withoutPhotographs(path, cleanEmf(content))
    if (isWmf(content)) return withoutPhotographs(path, content)
    if (content.toString('latin1', 0, 2) === 'BM') return cleanBmp(path, content)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new HeldBack(HELD_BACK.unreadable)
  }
  return cleanPicture(content)
}

/** How photographs begin, and what cameras and programs write into them. */
const PHOTOGRAPHS = ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'WEBP', 'Exif\0', 'xmpmeta', '8BIM', 'II*\0', 'MM\0*'].map(
  (mark) => Buffer.from(mark, 'latin1'),
)

function withoutPhotographs(path: string, content: Buffer): Buffer {
  if (PHOTOGRAPHS.some((mark) => content.includes(mark))) throw new HeldBack(HELD_BACK.unknown(path))
  return content
}

const [COMMENT, END] = [70, 14]

/** Without its description and the comments of programs, except those that draw. */
function cleanEmf(content: Buffer): Buffer {
  const cleaned = Buffer.from(content)
  const [letters, start] = [content.readUInt32LE(60), content.readUInt32LE(64)]
  cleaned.fill(0, start, start + letters * 2)
  cleaned.fill(0, 60, 68)
  for (let at = 0; ;) {
    const [kind, bytes] = [content.readUInt32LE(at), content.readUInt32LE(at + 4)]
    const end = at + bytes
    if (bytes < 8 || end > content.length) throw new RangeError('cut short')
    if (kind === COMMENT && content.toString('latin1', at + 12, at + 16) !== 'EMF+') cleaned.fill(0, at + 12, end)
    if (kind === END) return cleaned.subarray(0, end)
    at = end
  }
}

const isWmf = (content: Buffer): boolean =>
  content.length > 18 &&
  (content.readUInt32LE(0) === 0x9ac6cdd7 ||
    ([1, 2].includes(content.readUInt16LE(0)) && content.readUInt16LE(2) === 9))

/** Pixels one by one, to their last; other forms may hold profiles and more. */
function cleanBmp(path: string, content: Buffer): Buffer {
  const [pixels, head] = [content.readUInt32LE(10), content.readUInt32LE(14)]
  const packing = content.readUInt32LE(30)
  if (head !== 40 || (packing !== 0 && packing !== 3)) throw new HeldBack(HELD_BACK.unknown(path))
  const row = Math.ceil((content.readInt32LE(18) * content.readUInt16LE(28)) / 32) * 4
  const end = pixels + row * Math.abs(content.readInt32LE(22))
  if (row <= 0 || end > content.length) throw new RangeError('cut short')
  return content.subarray(0, end)
}
