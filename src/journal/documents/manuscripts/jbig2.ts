import { HELD_BACK, HeldBack } from './held-back.ts'

const REMARK = 62

/** Throws if a scanned page holds remarks, or cannot be read to its end: its segments without the head of a file. */
export function refuseJbig2Remarks(content: Buffer): void {
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
