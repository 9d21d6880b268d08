import { join } from 'node:path'
import { extensionOf, FILE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../../../contract/rules/files/file-rules.ts'
import { FIGURE_TYPES } from '../../../contract/rules/articles/pictures.ts'
import { hasTooManyPixels, imagePixels } from '../../../platform/image-pixels.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'

/** What a process has found out about a picture. */
export interface FigurePicture {
  /** Null: the picture can be shown as it is. */
  content: Uint8Array | null
  /** A small copy as WebP, if one was asked for. */
  preview: Uint8Array | null
  mediaType: string
  width: number
  height: number
}

/** A picture of a figure, ready to be stored. */
export interface FigureToStore {
  name: string
  content: Uint8Array
  mediaType: string
  width: number
  height: number
  /** Its name in the text that it was taken from. */
  draftName?: string
  preview?: Uint8Array | null
}

/** The picture, or why it cannot be shown, as a sentence. */
export type ReadFigure = (file: { name: string; content: Uint8Array }) => Promise<FigureToStore | string>

export const FIGURE_PROBLEMS = {
  type: (name: string) => `The image "${name}" is not a PNG, JPEG, GIF, WebP or TIFF, and cannot be shown.`,
  bytes: (name: string) => `The image "${name}" is larger than 10 MB and was left out.`,
  pixels: (name: string) => `The image "${name}" has more than 50 megapixels and was left out.`,
  unreadable: (name: string) => `The image "${name}" could not be read and was left out.`,
}

const TASK: WorkerTask = { module: join(import.meta.dirname, 'prepare-figure.ts'), timeoutMs: 20_000 }
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Reads the pictures of figures, each in a process of its own: they are untrusted input. */
export const figureReader =
  (workers: Workers, { withPreview = false, task = TASK } = {}): ReadFigure =>
  async ({ name, content }) => {
    if (!Object.hasOwn(FIGURE_TYPES, extensionOf(name))) return FIGURE_PROBLEMS.type(name)
    if (content.length > FILE_MAX_BYTES) return FIGURE_PROBLEMS.bytes(name)
    const pixels = imagePixels(Buffer.from(content.buffer, content.byteOffset, content.length))
    if (pixels && hasTooManyPixels(pixels)) return FIGURE_PROBLEMS.pixels(name)
    const answer = await workers.ask(task, { content, asked: { withPreview } })
    if (!isPicture(answer)) return FIGURE_PROBLEMS.unreadable(name)
    const { mediaType, width, height, preview } = answer
    const shown = { name: shownAs(name, mediaType), draftName: name, preview }
    return { ...shown, content: answer.content ?? content, mediaType, width, height }
  }

/** With the extension of its content, which decides in browsers. */
const shownAs = (name: string, mediaType: string): string =>
  `${name.slice(0, -extensionOf(name).length - 1)}.${EXTENSIONS[mediaType]}`

function isPicture(answer: unknown): answer is FigurePicture {
  const { content, preview, mediaType, width, height } = (answer ?? {}) as Partial<FigurePicture>
  return (
    [content, preview].every((each) => each === null || (each instanceof Uint8Array && each.length > 0)) &&
    Object.hasOwn(EXTENSIONS, mediaType ?? '') &&
    [width, height].every((each) => Number.isInteger(each) && each! > 0) &&
    width! * height! <= IMAGE_MAX_PIXELS
  )
}
