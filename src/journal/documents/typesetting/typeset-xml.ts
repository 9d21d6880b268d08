import { join } from 'node:path'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'

/** The longest of 40 real articles takes 3 seconds in a new process, and half of one where others were typeset before. */
const TASK: WorkerTask = {
  module: join(import.meta.dirname, 'typeset-task.ts'),
  timeoutMs: 60_000,
  isReused: true,
  largeFrom: 1_000_000,
}

/** An article as PDF, 'no text' for a file without one; undefined if it could not be typeset. */
export type TypesetXml = (xml: Uint8Array) => Promise<Uint8Array | 'no text' | undefined>

/** Typesets a JATS file outside this process: that takes seconds, and any file may be damaged. */
export const xmlTypesetter =
  (workers: Workers): TypesetXml =>
  async (xml) => {
    const answer = await workers.ask(TASK, { content: xml, isBackground: true })
    if (answer === 'no text') return answer
    const isPdf = answer instanceof Uint8Array && Buffer.from(answer.subarray(0, 5)).toString('latin1') === '%PDF-'
    return isPdf ? answer : undefined
  }
