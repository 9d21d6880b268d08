import { fork } from 'node:child_process'
import { join } from 'node:path'
import { FILE_FINDINGS, type FileFinding } from '../../contract/domain/file-findings.ts'
import { Turns } from './turns.ts'

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
 * process with limits on time and memory and without this process's settings. A failed check reports
 * 'unchecked': it never refuses the file.
 */
export class PdfCheck {
  readonly #timeoutMs: number
  readonly #memoryMegabytes: number
  readonly #program: string
  readonly #turns: Turns

  constructor({
    timeoutMs = 10_000,
    memoryMegabytes = 512,
    atOnce = PDFS_AT_ONCE,
    program = PROGRAM,
  }: PdfCheckSettings = {}) {
    this.#timeoutMs = timeoutMs
    this.#memoryMegabytes = memoryMegabytes
    this.#program = program
    this.#turns = new Turns(atOnce)
  }

  findingsIn(path: string): Promise<FileFinding[]> {
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    const late = new Promise<FileFinding[]>((resolve) =>
      deadline.addEventListener('abort', () => resolve(['unchecked']), { once: true }),
    )
    const checked = this.#turns.run(async (): Promise<FileFinding[]> =>
      deadline.aborted ? ['unchecked'] : this.#ask(path, deadline),
    )
    return Promise.race([checked, late])
  }

  #ask(path: string, deadline: AbortSignal): Promise<FileFinding[]> {
    return new Promise((resolve) => {
      const child = fork(this.#program, [path, String(this.#memoryMegabytes), String(this.#timeoutMs)], {
        // No settings are inherited; programs on Windows do not start without this one.
        env: { SystemRoot: process.env.SystemRoot },
        execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${this.#memoryMegabytes / 2}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        signal: deadline,
        killSignal: 'SIGKILL',
      })
      let findings: FileFinding[] = ['unchecked']
      child.on('message', (message) => {
        if (Array.isArray(message)) findings = FILE_FINDINGS.filter((finding) => message.includes(finding))
        child.kill('SIGKILL')
      })
      // It could not be started, or was ended by the deadline.
      child.on('error', () => resolve(['unchecked']))
      child.on('exit', () => resolve(findings))
    })
  }
}
