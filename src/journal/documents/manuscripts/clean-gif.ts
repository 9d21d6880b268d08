const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]

/** A GIF without comments and data of programs, except how often it repeats. */
export function cleanGif(content: Buffer): Buffer {
  let at = 13 + colourTable(content.readUInt8(10))
  const kept: Buffer[] = [content.subarray(0, at)]
  for (;;) {
    const block = content.readUInt8(at)
    let end: number
    if (block === END) return Buffer.concat([...kept, Buffer.from([END])])
    if (block === EXTENSION) end = afterSubBlocks(content, at + 2)
    else if (block === IMAGE) end = afterSubBlocks(content, at + 11 + colourTable(content.readUInt8(at + 9)))
    else throw new RangeError('not a block')
    if (block === IMAGE || isKept(content.subarray(at, end))) kept.push(content.subarray(at, end))
    at = end
  }
}

const isKept = (extension: Buffer): boolean =>
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
