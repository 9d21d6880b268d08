import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { CITATION_STYLES, type FormattedCitations } from '../../../contract/rules/articles/citation/styles.ts'
import { Turns } from '../../../platform/workers/turns.ts'
import type { Item } from './item.ts'

export interface FormatterSettings {
  timeoutMs?: number
  idleMs?: number
  /** The program of the process; tests substitute one that hangs. */
  program?: string
}

const PROGRAM = join(import.meta.dirname, 'format-process.ts')
/** Starting takes half a second, a reference with a thousand authors as long. */
const TIMEOUT_MS = 5_000
/** Articles are opened in bunches: by a crawler, or after a start. */
const IDLE_MS = 30_000
/** Twice of what a thousand authors need. */
const MEGABYTES = 200

/**
 * Formats references by citeproc in a process of its own, which ends when it is not needed: preparing the styles takes
 * a fifth of a second, in which the server would answer nobody, and 40 MB.
 */
export class CitationFormatter {
  readonly #settings: Required<FormatterSettings>
  readonly #turns = new Turns(1)
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(settings: FormatterSettings = {}) {
    this.#settings = { timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, program: PROGRAM, ...settings }
  }

  /** The reference in each style; null if the process failed or took too long. */
  format(item: Item): Promise<FormattedCitations | null> {
    return this.#turns.run(async () => {
      clearTimeout(this.#idle)
      const answer = await this.#ask((this.#child ??= this.#start()), item)
      if (!isFormatted(answer)) {
        this.end()
        return null
      }
      this.#idle = setTimeout(() => this.end(), this.#settings.idleMs).unref()
      return answer
    })
  }

  /** Ends the process; the next question starts another. */
  end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const child = fork(this.#settings.program, [], {
      // No settings are inherited; programs on Windows do not start without this one.
      env: { SystemRoot: process.env.SystemRoot },
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    // It keeps nothing alive: the server may end while it waits for questions.
    child.unref()
    child.channel?.unref()
    return child
  }

  #ask(child: ChildProcess, item: Item): Promise<unknown> {
    return new Promise((resolve) => {
      const settle = (answer?: unknown) => {
        clearTimeout(timer)
        child.off('message', settle).off('exit', fail).off('error', fail)
        resolve(answer)
      }
      const fail = () => settle()
      const timer = setTimeout(fail, this.#settings.timeoutMs)
      child.once('message', settle).once('exit', fail).once('error', fail)
      child.send(item, (error) => error && fail())
    })
  }
}

const isFormatted = (answer: unknown): answer is FormattedCitations =>
  typeof answer === 'object' &&
  answer !== null &&
  CITATION_STYLES.every(({ id }) => {
    const text = (answer as Record<string, unknown>)[id]
    return typeof text === 'string' && text !== ''
  })
