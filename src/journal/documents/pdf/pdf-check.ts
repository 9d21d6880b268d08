import { join } from 'node:path'
import { FILE_FINDINGS, type FileFinding } from '../../../contract/rules/files/file-rules.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'

const TASK: WorkerTask = { module: join(import.meta.dirname, 'pdf-findings.ts'), timeoutMs: 10_000 }

/**
 * Checks PDFs for anything besides page content. A PDF is untrusted input, so it is parsed in a process of its own. A
 * failed check reports 'unchecked': it never refuses the file.
 */
export class PdfCheck {
  readonly #workers: Workers
  readonly #task: WorkerTask

  constructor(workers: Workers, task = TASK) {
    this.#workers = workers
    this.#task = task
  }

  /** The time that a check waits for others counts as its own. */
  async findingsIn(path: string): Promise<FileFinding[]> {
    const deadline = AbortSignal.timeout(this.#task.timeoutMs)
    const answer = await this.#workers.ask(this.#task, { asked: { path }, deadline })
    return Array.isArray(answer) ? FILE_FINDINGS.filter((finding) => answer.includes(finding)) : ['unchecked']
  }
}
