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
