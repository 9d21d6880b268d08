import { join } from 'node:path'
import { FILE_FINDINGS, type FileFinding } from '../../../contract/rules/files/file-findings.ts'
import { askProcess, type ProcessLimits } from '../../../platform/workers/ask-process.ts'
import { Turns } from '../../../platform/workers/turns.ts'

export interface PdfCheckSettings {
  /** From the request of the check, including its time in the queue. */
  timeoutMs?: number
  /** The memory limit of the parsing process. */
  memoryMegabytes?: number
  atOnce?: number
  /** The program of that process; tests substitute one that hangs. */
  program?: string
}

/** Each takes a process with its own memory. */
export const PDFS_AT_ONCE = 2

const PROGRAM = join(import.meta.dirname, 'pdf-check-process.ts')

/**
 * Checks PDFs for anything besides page content. A PDF is untrusted input, so it is parsed in a separate
 * process (`askProcess`). A failed check reports 'unchecked': it never refuses the file.
 */
export class PdfCheck {
  readonly #limits: ProcessLimits
  readonly #program: string
  readonly #turns: Turns

  constructor({
    timeoutMs = 10_000,
    memoryMegabytes = 512,
    atOnce = PDFS_AT_ONCE,
    program = PROGRAM,
  }: PdfCheckSettings = {}) {
    this.#limits = { timeoutMs, memoryMegabytes }
    this.#program = program
    this.#turns = new Turns(atOnce)
  }

  findingsIn(path: string): Promise<FileFinding[]> {
    const deadline = AbortSignal.timeout(this.#limits.timeoutMs)
    const late = new Promise<FileFinding[]>((resolve) =>
      deadline.addEventListener('abort', () => resolve(['unchecked']), { once: true }),
    )
    const checked = this.#turns.run(async (): Promise<FileFinding[]> =>
      deadline.aborted ? ['unchecked'] : this.#ask(path, deadline),
    )
    return Promise.race([checked, late])
  }

  async #ask(path: string, deadline: AbortSignal): Promise<FileFinding[]> {
    const answer = await askProcess(this.#program, this.#limits, { args: [path], deadline })
    return Array.isArray(answer) ? FILE_FINDINGS.filter((finding) => answer.includes(finding)) : ['unchecked']
  }
}
