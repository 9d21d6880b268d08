/** How many times as long as a task took is rested after it: such work takes at most a fifth of a core. */
const REST = 4

/** What comes while so many wait is not done at all. */
const MOST_TASKS = 1_000

/** A piece of work; false if there was nothing to do any more. */
export type Task = () => Promise<boolean>

/** Does work that nobody waits for: one task at a time, the first after a moment, with a rest after each. */
export class SpareTime {
  readonly #tasks: Task[] = []
  readonly #momentMs: number
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> | undefined
  #stopped = false

  constructor(momentMs: number) {
    this.#momentMs = momentMs
  }

  add(task: Task): void {
    if (this.#stopped || this.#tasks.length >= MOST_TASKS) return
    this.#tasks.push(task)
    if (!this.#timer && !this.#underWay) this.#wakeIn(this.#momentMs)
  }

  /** Begins nothing any more; ends when the task under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#tasks.length = 0
    clearTimeout(this.#timer)
    await this.#underWay
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#underWay = this.#work()
    }, ms)
    this.#timer.unref()
  }

  async #work(): Promise<void> {
    const began = performance.now()
    // A failure is the task's own affair: the next request that needs its result does the work, and reports.
    while (this.#tasks.length && !(await this.#tasks.shift()!().catch(() => true)));
    this.#underWay = undefined
    if (this.#tasks.length) this.#wakeIn((performance.now() - began) * REST)
  }
}
