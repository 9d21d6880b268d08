import type { EncodeImage } from '../src/server/files/encode-image.ts'

/** Re-encodes pictures in this process: starting another for each takes longer than most tests. */
export const encodeHere: EncodeImage = async (content) => {
  const { encode } = await import('../src/server/files/encode.ts')
  return encode(Buffer.concat((await content.toArray()) as Buffer[])).catch(() => null)
}
