import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { SetArticle } from './article-pdf.ts'

/** The longest of 40 real articles takes 3 seconds in a new process, and half of one where others were typeset before. */
const TASK: WorkerTask = {
  module: join(import.meta.dirname, 'typeset-task.ts'),
  timeoutMs: 60_000,
  isReused: true,
  largeFrom: 1_000_000,
}
/** What authors have sent: their pictures are read too. */
const OF_AUTHORS: WorkerTask = { ...TASK, module: join(import.meta.dirname, 'typeset-draft-task.ts'), isReused: false }

/** What an article is typeset from. */
export interface ToTypeset {
  /** The JATS file with the text; null for a notice, whose record is its text. */
  xml: Uint8Array | null
  /** The JATS file whose front matter counts; that of the text if there is none. */
  front?: string
  /** By `figureName`. */
  pictures?: Record<string, Uint8Array>
  isProof?: boolean
  /** Of a notice: the works that it is about. */
  about?: readonly { title: string; url: string }[]
}

/** An article as PDF, 'no text' for a file without one; undefined if it could not be typeset. */
export type TypesetXml = (given: ToTypeset) => Promise<SetArticle | 'no text' | undefined>

/** Typesets a JATS file outside this process: that takes seconds, and any file may be damaged. */
export const xmlTypesetter =
  (workers: Workers, { isFromAuthors = false, isBackground = true } = {}): TypesetXml =>
  async (given) => {
    const answer = await workers.ask(isFromAuthors ? OF_AUTHORS : TASK, { content: serialize(given), isBackground })
    return answer === 'no text' || isSet(answer) ? answer : undefined
  }

// The process has read what a stranger may have sent, so the form of its answers is checked.
function isSet(answer: unknown): answer is SetArticle {
  const { pdf, pages, missing, withoutPicture } = (answer ?? {}) as Partial<SetArticle>
  return (
    pdf instanceof Uint8Array &&
    Buffer.from(pdf.subarray(0, 5)).toString('latin1') === '%PDF-' &&
    Number.isInteger(pages) &&
    [missing, withoutPicture].every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
  )
}
