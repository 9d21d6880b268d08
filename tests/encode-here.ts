import type { EncodeImage } from '../src/journal/publication/files/encode-image.ts'

/** Re-encodes pictures in this process: starting another for each takes longer than most tests. */
export const encodeHere: EncodeImage = async (content) => {
  const { encode } = await import('../src/journal/publication/files/encode.ts')
  return encode(Buffer.concat((await content.toArray()) as Buffer[])).catch(() => null)
}
