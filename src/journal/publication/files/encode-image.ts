import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { VARIANT_FORMATS, variantWidths } from '../../../contract/rules/articles/pictures.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { EncodedImage } from './encode.ts'

/** Makes the copies of a picture; null if it cannot be read, or takes too much time or memory. */
export type EncodeImage = (content: () => Readable) => Promise<EncodedImage | null>

/** 50 megapixels need a tenth of the time, which ends before a stopping server does. */
const TASK: WorkerTask = { module: join(import.meta.dirname, 'encode.ts'), timeoutMs: 20_000 }

/** A picture is untrusted input, and its decoded size would stay in this process's memory. */
export const imageEncoder =
  (workers: Workers, task = TASK): EncodeImage =>
  async (content) => {
    const answer = await workers.ask(task, { content, isBackground: true })
    return isEncoded(answer) ? answer : null
  }

/** Exactly the copies that addresses are made for: the process has read what a stranger has sent. */
function isEncoded(answer: unknown): answer is EncodedImage {
  const { size, variants } = (answer ?? {}) as Partial<EncodedImage>
  if (!size || !isPixels(size.width) || !isPixels(size.height) || !Array.isArray(variants)) return false
  const expected = variantWidths(size).flatMap((width) => VARIANT_FORMATS.map((format) => `${width}.${format}`))
  return (
    variants.map(({ width, format }) => `${width}.${format}`).join() === expected.join() &&
    variants.every(({ content }) => content instanceof Uint8Array && content.length > 0)
  )
}

const isPixels = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0
