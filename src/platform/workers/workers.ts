import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { journal } from '../../contract/journal.ts'
import { type SentAnswer, type SentTask, TOO_MUCH_MEMORY } from './messages.ts'

/** A kind of task for a process of its own. */
export interface WorkerTask {
  /** The path of the module whose default export does it: it gets the content and what is asked, and returns an answer. */
  readonly module: string
  readonly timeoutMs: number
  /**
   * True if a process may go on to the next one: that spares its start and what it has learned. Never where it reads what
   * a stranger has sent: each such file has a process that has seen no other.
   */
  readonly isReused?: boolean
  /** Content of so many bytes or more needs more than a part of the memory: it begins with all of it. */
  readonly largeFrom?: number
}

export interface Given {
  /** Small, such as names and options. */
  asked?: unknown
  /** A stream comes by standard input, and can only be read once. */
  content?: Uint8Array | (() => Readable)
  /** The length of a stream. */
  bytes?: number
  /** What nobody waits for, and what strangers may ask for in any number, gives way to all other. */
  isBackground?: boolean
  deadline?: AbortSignal
}

/** Has tasks done. */
export interface Workers {
  /**
   * The answer of a task, which may be anything: it has read what a stranger may have sent. Undefined if it failed or
   * took too long.
   */
  ask(task: WorkerTask, given?: Given): Promise<unknown>
  /** Ends all processes. */
  end(): void
}

export interface WorkerLimits {
  /** What all processes together may take. */
  memoryMegabytes: number
  /** How many work at once; each may take its part of the memory. */
  atOnce: number
}

export const WORKER_LIMITS: WorkerLimits = { memoryMegabytes: 768, atOnce: 2 }

const PROGRAM = join(import.meta.dirname, 'worker-program.ts')
/** How long a process waits for another task, or for its first one. */
const IDLE_MS = 30_000
/** The part of its memory that objects may take; the rest is for files, pictures and the program. */
const HEAP = 0.75
/** A process that has grown to this part of its memory is not used again. */
const GROWN = 0.8

interface Running {
  child: ChildProcess
  megabytes: number
  isBackground: boolean
  module: string
}
interface Waiting extends Omit<Running, 'child'> {
  begin: (child: ChildProcess) => void
}
interface Idle {
  child: ChildProcess
  /** Null: a spare one that has done nothing yet. */
  module: string | null
  ending: NodeJS.Timeout
}

/**
 * Has work done by processes of their own, which may hang, crash or run out of memory without harm, and have none of
 * this process's settings. All kinds share one number of processes and one limit of memory; what does not fit waits.
 */
export class WorkerProcesses implements Workers {
  readonly #limits: WorkerLimits
  readonly #running = new Set<Running>()
  readonly #waiting: Waiting[] = []
  #idle: Idle[] = []

  constructor(limits: Partial<WorkerLimits> = {}) {
    this.#limits = { ...WORKER_LIMITS, ...limits }
  }

  /** A task that runs out of its part of the memory is begun once more, alone, with all of it. */
  async ask(task: WorkerTask, given: Given = {}): Promise<unknown> {
    const { memoryMegabytes, atOnce } = this.#limits
    const part = Math.floor(memoryMegabytes / atOnce)
    const bytes = given.bytes ?? (typeof given.content === 'function' ? 0 : (given.content?.length ?? 0))
    const begun = bytes >= (task.largeFrom ?? Infinity) ? memoryMegabytes : part
    const first = await this.#attempt(task, given, begun)
    const isTooLarge = first === 'too large' && begun < memoryMegabytes && !given.deadline?.aborted
    const last = isTooLarge ? await this.#attempt(task, given, memoryMegabytes) : first
    return last === 'too large' ? undefined : last.answer
  }

  /** How many processes there are, and what they may take together: those that wait for a task included. */
  get inUse(): { processes: number; megabytes: number } {
    const part = Math.floor(this.#limits.memoryMegabytes / this.#limits.atOnce)
    const running = [...this.#running].reduce((sum, { megabytes }) => sum + megabytes, 0)
    return {
      processes: this.#running.size + this.#idle.length,
      megabytes: running + this.#idle.length * part,
    }
  }

  end(): void {
    for (const idle of this.#idle) this.#stop(idle)
    for (const { child } of this.#running) child.kill('SIGKILL')
  }

  async #attempt(task: WorkerTask, given: Given, megabytes: number): Promise<{ answer: unknown } | 'too large'> {
    const { isBackground = false, deadline } = given
    const { module } = task
    if (deadline?.aborted) return { answer: undefined }
    const child = await new Promise<ChildProcess | null>((resolve) => {
      const waiting: Waiting = { megabytes, isBackground, module, begin: resolve }
      this.#waiting.push(waiting)
      deadline?.addEventListener('abort', () => {
        const at = this.#waiting.indexOf(waiting)
        if (at < 0) return
        this.#waiting.splice(at, 1)
        resolve(null)
      })
      this.#begin()
    })
    if (!child) return { answer: undefined }
    const running = [...this.#running].find((one) => one.child === child)!
    // A standard input can be read to its end only once.
    let goesOn = task.isReused === true && typeof given.content !== 'function' && this.#isPart(megabytes)
    try {
      const done = await this.#run(child, task, given)
      goesOn &&= done !== null && done !== 'too large' && done.megabytes < GROWN * megabytes
      return done ?? { answer: undefined }
    } catch (error) {
      goesOn = false
      throw error
    } finally {
      this.#running.delete(running)
      if (goesOn) this.#rest(child, module)
      else child.kill('SIGKILL')
      this.#begin()
      this.#keepSpare()
    }
  }

  readonly #isPart = (megabytes: number): boolean =>
    megabytes === Math.floor(this.#limits.memoryMegabytes / this.#limits.atOnce)

  /** Begins what fits: first what someone waits for, and of that first what has the fewest processes. */
  #begin(): void {
    const { memoryMegabytes, atOnce } = this.#limits
    const running = [...this.#running]
    const ofModule = ({ module }: Waiting) => running.filter((one) => one.module === module).length
    const next = this.#waiting.toSorted(
      (a, b) => Number(a.isBackground) - Number(b.isBackground) || ofModule(a) - ofModule(b),
    )[0]
    if (!next || running.length >= atOnce) return
    // One place is left for what someone waits for.
    const inBackground = running.filter(({ isBackground }) => isBackground).length
    if (next.isBackground && inBackground >= Math.max(1, atOnce - 1)) return
    const taken = running.reduce((sum, { megabytes }) => sum + megabytes, 0)
    if (taken + next.megabytes > memoryMegabytes) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    const { begin, ...asked } = next
    const child = this.#childFor(asked, memoryMegabytes - taken)
    this.#running.add({ child, ...asked })
    begin(child)
    this.#begin()
  }

  /** Has one process started ahead of the next task, if there is room for it. */
  #keepSpare(): void {
    const { memoryMegabytes, atOnce } = this.#limits
    const part = Math.floor(memoryMegabytes / atOnce)
    const { processes, megabytes } = this.inUse
    if (processes >= atOnce || megabytes + part > memoryMegabytes || this.#idle.some(({ module }) => !module)) return
    this.#rest(start(part), null)
  }

  /** A process that has done this kind before, a spare one, or a new one; idle ones make room for it. */
  #childFor({ module, megabytes }: Omit<Running, 'child'>, room: number): ChildProcess {
    if (this.#isPart(megabytes)) {
      const alive = this.#idle.filter(({ child }) => child.connected)
      const known = alive.find((idle) => idle.module === module) ?? alive.find((idle) => idle.module === null)
      if (known) {
        this.#idle = this.#idle.filter((idle) => idle !== known)
        clearTimeout(known.ending)
        known.child.removeAllListeners('exit')
        return known.child
      }
    }
    const part = Math.floor(this.#limits.memoryMegabytes / this.#limits.atOnce)
    while (this.#idle.length && megabytes + this.#idle.length * part > room) this.#stop(this.#idle[0]!)
    return start(megabytes)
  }

  #run(
    child: ChildProcess,
    { module, timeoutMs }: WorkerTask,
    { asked = null, content, bytes, deadline }: Given,
  ): Promise<SentAnswer | 'too large' | null> {
    return new Promise((resolve) => {
      const settle = (result: SentAnswer | 'too large' | null) => {
        clearTimeout(timer)
        child.unref()
        child.channel?.unref()
        deadline?.removeEventListener('abort', end)
        child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
        child.on('error', () => {})
        resolve(result)
      }
      const end = () => settle(null)
      const timer = setTimeout(end, timeoutMs)
      deadline?.addEventListener('abort', end)
      child.on('message', (message) => settle(isAnswer(message) ? message : null))
      // It could not be started, or has crashed.
      child.on('error', end)
      child.on('exit', (_code, signal) =>
        settle(signal === TOO_MUCH_MEMORY || signal === 'SIGABRT' ? 'too large' : null),
      )
      child.ref()
      child.channel?.ref()
      const isStream = typeof content === 'function'
      const task: SentTask = {
        ...{ module, asked, timeoutMs, bytes: bytes ?? null, journal: journal() },
        content: isStream ? null : (content ?? new Uint8Array()),
      }
      child.send(task, (error) => error && end())
      if (isStream) pipeline(content(), child.stdin!).catch(() => {})
    })
  }

  /** Keeps a process for the next task of its kind; `null`: for any. */
  #rest(child: ChildProcess, module: string | null): void {
    const idle: Idle = { child, module, ending: setTimeout(() => this.#stop(idle), IDLE_MS).unref() }
    this.#idle.push(idle)
    child.removeAllListeners('exit').on('exit', () => {
      clearTimeout(idle.ending)
      this.#idle = this.#idle.filter((one) => one !== idle)
    })
  }

  #stop(idle: Idle): void {
    clearTimeout(idle.ending)
    this.#idle = this.#idle.filter((one) => one !== idle)
    idle.child.kill('SIGKILL')
  }
}

const isAnswer = (message: unknown): message is SentAnswer =>
  typeof message === 'object' && message !== null && 'answer' in message && 'megabytes' in message

function start(megabytes: number): ChildProcess {
  const compiled = getCompileCacheDir()
  const child = fork(PROGRAM, [String(megabytes)], {
    // No settings are inherited; programs on Windows do not start without this one.
    env: { SystemRoot: process.env.SystemRoot, ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${Math.floor(megabytes * HEAP)}`,
      // More would let a process that is used again grow by a third, and makes it no faster.
      '--max-semi-space-size=8',
    ],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('error', () => {})
  // It may end before it has read everything.
  child.stdin!.on('error', () => {})
  ;(child.stdin as Socket).unref()
  // It keeps nothing alive: the journal may end while it waits for a task.
  child.unref()
  child.channel?.unref()
  return child
}
