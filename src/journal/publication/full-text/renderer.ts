import { join } from 'node:path'
import { FullTextOutline } from '../../../contract/api/full-texts.ts'
import type { Reference } from '../../../contract/rules/articles/reference.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { FigureImage, RenderedText } from '../../documents/jats/html/render.ts'

/** Why a text could not be rendered, for the person who can mend its file; or the text, if it has one. */
export type RenderAnswer = { text: RenderedText | null; references: Reference[] } | { problem: string }

/** A book of 3 MB of XML takes 3 seconds and 400 MB. */
const TASK: WorkerTask = {
  module: join(import.meta.dirname, 'render-task.ts'),
  timeoutMs: 60_000,
  isReused: true,
  largeFrom: 1_000_000,
}

/** Renders a full text outside this process; `images` are its figures, by `figureName`. */
export type RenderText = (xml: Uint8Array, images: Record<string, FigureImage>) => Promise<RenderAnswer | undefined>

/** Large files take seconds, and any may be damaged: undefined if the process failed, or took too long or too much. */
export const textRenderer =
  (workers: Workers, task = TASK): RenderText =>
  async (xml, images) => {
    const answer = await workers.ask(task, { content: xml, asked: images, isBackground: true })
    return isAnswer(answer) ? answer : undefined
  }

// The process has read what a stranger may have sent, so the form of its answers is checked.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isAnswer(answer: unknown): answer is RenderAnswer {
  if (!isObject(answer)) return false
  if ('problem' in answer) return typeof answer.problem === 'string'
  return answer.text === null || isText(answer.text)
}

const isText = (text: unknown): boolean =>
  isObject(text) &&
  Array.isArray(text.parts) &&
  text.parts.length > 0 &&
  text.parts.every((part) => typeof part === 'string') &&
  Array.isArray(text.passages) &&
  isObject(text.unknown) &&
  FullTextOutline.safeParse(text.outline).success
