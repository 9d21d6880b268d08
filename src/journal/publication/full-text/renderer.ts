import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FullTextOutline } from '../../../contract/api/full-texts.ts'
import type { Reference } from '../../../contract/rules/articles/reference.ts'
import { askProcess, type ProcessLimits } from '../../../platform/workers/ask-process.ts'
import { Turns } from '../../../platform/workers/turns.ts'
import type { FigureImage, RenderedText } from '../../documents/jats/html/render.ts'

/** What the process is asked, before the bytes of the file. */
export interface Question {
  /** By `figureName`. */
  images: Record<string, FigureImage>
  /** The length of the file: one that could not be read to its end must not pass for a shorter one. */
  bytes: number
}

/** Why a text could not be rendered, for the person who can mend its file; or the text, if it has one. */
export type RenderAnswer = { text: RenderedText | null; references: Reference[] } | { problem: string }

export interface RendererSettings {
  limits?: ProcessLimits
  /** The program of the process; tests substitute one that hangs. */
  program?: string
}

const PROGRAM = join(import.meta.dirname, 'render-process.ts')
/** A book of 3 MB of XML takes 3 seconds and 400 MB. */
const LIMITS: ProcessLimits = { memoryMegabytes: 1500, timeoutMs: 60_000 }

/** Renders full texts in a process of its own (`askProcess`): large files take seconds, and any may be damaged. */
export class FullTextRenderer {
  readonly #limits: ProcessLimits
  readonly #program: string
  readonly #turns = new Turns(1)

  constructor({ limits = LIMITS, program = PROGRAM }: RendererSettings = {}) {
    this.#limits = limits
    this.#program = program
  }

  /** Resolves with undefined if the process failed, ran out of memory or took too long. */
  render(xml: Uint8Array, images: Record<string, FigureImage>): Promise<RenderAnswer | undefined> {
    return this.#turns.run(async () => {
      const question: Question = { images, bytes: xml.length }
      const input = Readable.from([Buffer.from(`${JSON.stringify(question)}\n`), xml])
      const deadline = AbortSignal.timeout(this.#limits.timeoutMs)
      const answer = await askProcess(this.#program, this.#limits, { input, deadline })
      return isAnswer(answer) ? answer : undefined
    })
  }
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
