import { fork } from 'node:child_process'
import { join } from 'node:path'
import { FILE_FINDINGS, type FileFinding } from '../../contract/domain/file-findings.ts'
import { Turns } from './turns.ts'

export interface PdfCheckSettings {
  /** From the moment the check is asked for, waiting for its turn included. */
  timeoutMs?: number
  /** What the process that parses may use in all. */
  memoryMegabytes?: number
  atOnce?: number
  /** The program of that process; tests put one there that hangs. */
  program?: string
}

const PROGRAM = join(import.meta.dirname, 'pdf-check-process.ts')

/**
 * Looks into PDFs for what they may do besides showing pages. A PDF is a program's input that anybody
 * may write, so it is parsed in a process of its own, with a limit on time and memory and none of this
 * process's settings. A check that fails in any way says 'unchecked': it never refuses the file.
 */
export class PdfCheck {
  readonly #timeoutMs: number
  readonly #memoryMegabytes: number
  readonly #program: string
  readonly #turns: Turns

  constructor({ timeoutMs = 10_000, memoryMegabytes = 512, atOnce = 2, program = PROGRAM }: PdfCheckSettings = {}) {
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
        // None of our settings; programs on Windows do not start without this one.
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
