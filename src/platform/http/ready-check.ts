import { inTime } from '../time-limit.ts'

/** Shorter than any balancer waits. */
const LIMIT_MS = 1_500
/** All who ask within this time share one check, so that asking costs nothing. */
const SHARED_MS = 1_000

export type Verdicts<Part extends string> = Record<Part, 'ok' | 'failing'>

/** Checks what the journal needs to answer. What never answers is asked once, and fails until it does. */
export class ReadyCheck<Part extends string> {
  readonly #parts: [Part, () => Promise<unknown>][]
  readonly #pending = new Map<Part, Promise<boolean>>()
  readonly #limits: { limitMs: number; sharedMs: number }
  #latest: Promise<Verdicts<Part>> | undefined
  #askedAt = -Infinity

  constructor(
    parts: Record<Part, () => Promise<unknown>>,
    limits: { limitMs: number; sharedMs: number } = { limitMs: LIMIT_MS, sharedMs: SHARED_MS },
  ) {
    this.#parts = Object.entries(parts) as [Part, () => Promise<unknown>][]
    this.#limits = limits
  }

  verdicts(): Promise<Verdicts<Part>> {
    const now = performance.now()
    if (!this.#latest || now - this.#askedAt >= this.#limits.sharedMs) {
      this.#askedAt = now
      this.#latest = this.#check()
    }
    return this.#latest
  }

  async #check(): Promise<Verdicts<Part>> {
    const verdicts = await Promise.all(
      this.#parts.map(async ([part, ask]): Promise<[Part, 'ok' | 'failing']> => {
        const isGood = await inTime(this.#limits.limitMs, () => this.#ask(part, ask)).catch(() => false)
        return [part, isGood ? 'ok' : 'failing']
      }),
    )
    return Object.fromEntries(verdicts) as Verdicts<Part>
  }

  #ask(part: Part, ask: () => Promise<unknown>): Promise<boolean> {
    const before = this.#pending.get(part)
    if (before) return before
    const asked = (async () => ask())()
      .then(
        () => true,
        () => false,
      )
      .finally(() => this.#pending.delete(part))
    this.#pending.set(part, asked)
    return asked
  }
}
