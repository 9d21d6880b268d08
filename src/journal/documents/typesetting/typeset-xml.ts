import { join } from 'node:path'
import { Readable } from 'node:stream'
import { askProcess, type ProcessLimits } from '../../../platform/workers/ask-process.ts'

const PROGRAM = join(import.meta.dirname, 'article-process.ts')
/** The longest of 40 real articles takes 3 seconds. */
const LIMITS: ProcessLimits = { memoryMegabytes: 1000, timeoutMs: 60_000 }

/** An article as PDF, 'no text' for a file without one; undefined if it could not be typeset. */
export type TypesetXml = (xml: Uint8Array) => Promise<Uint8Array | 'no text' | undefined>

/** Typesets a JATS file in a process of its own (`askProcess`): that takes seconds, and any file may be damaged. */
export const xmlTypesetter =
  (program = PROGRAM, limits = LIMITS): TypesetXml =>
  async (xml) => {
    const deadline = AbortSignal.timeout(limits.timeoutMs)
    const answer = await askProcess(program, limits, {
      args: [String(xml.length)],
      input: Readable.from([xml]),
      deadline,
    })
    if (answer === 'no text') return answer
    const isPdf = answer instanceof Uint8Array && Buffer.from(answer.subarray(0, 5)).toString('latin1') === '%PDF-'
    return isPdf ? answer : undefined
  }
