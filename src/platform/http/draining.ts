import { setTimeout as after } from 'node:timers/promises'

/** A balancer that has asked within this time is taken to watch this process. */
const WATCHED_MS = 30_000
/** How long a balancer that watches may take to ask again, and then to send its requests elsewhere. */
const LONGEST_MS = 10_000
const TELLING_MS = 1_000

/**
 * Lets a balancer that asks `/api/health/ready` take this process out before it closes: until it has been told, the
 * process goes on serving. Without one it closes at once.
 */
export class Draining {
  readonly #limits: { longestMs: number; tellingMs: number }
  #askedAt = -Infinity
  #hasBegun = false
  #told: (() => void) | undefined

  constructor(limits = { longestMs: LONGEST_MS, tellingMs: TELLING_MS }) {
    this.#limits = limits
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** A balancer asks whether this process is ready. */
  asked(): void {
    this.#askedAt = performance.now()
    this.#told?.()
  }

  /** From now on this process is not ready; resolves when it may close. */
  async begin(): Promise<void> {
    this.#hasBegun = true
    if (performance.now() - this.#askedAt > WATCHED_MS) return
    const told = new Promise<void>((resolve) => (this.#told = resolve))
    const giveUp = new AbortController()
    const longest = after(this.#limits.longestMs, undefined, { signal: giveUp.signal }).catch(() => {})
    await Promise.race([told.then(() => after(this.#limits.tellingMs)), longest])
    giveUp.abort()
  }
}
