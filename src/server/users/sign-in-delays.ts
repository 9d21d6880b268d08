import { setTimeout } from 'node:timers/promises'
import { HOUR_MS } from '../../contract/domain/durations.ts'

const FREE_TRIES = 5
const LONGEST_WAIT_SECONDS = 15 * 60
const FORGET_AFTER_MS = HOUR_MS
/** Well above what the work behind an even answer takes. */
const EVEN_MS = 200
const MAX_REMEMBERED = 50_000

/**
 * Growing waits after failed sign-ins, per address and account together: a stranger's failures
 * slow the stranger down, never the owner at home.
 */
export class SignInDelays {
  readonly #failures = new Map<string, { count: number; last: number }>()
  readonly #on: boolean

  constructor(on: boolean) {
    this.#on = on
  }

  /** Seconds until the next try, 0 when it may come now. */
  waitFor(address: string, email: string, at = Date.now()): number {
    const failed = this.#on ? this.#failures.get(`${address} ${email}`) : undefined
    if (!failed || failed.count < FREE_TRIES || at - failed.last > FORGET_AFTER_MS) return 0
    const wait = Math.min(2 ** (failed.count - FREE_TRIES), LONGEST_WAIT_SECONDS) * 1000
    return Math.max(0, Math.ceil((failed.last + wait - at) / 1000))
  }

  failed(address: string, email: string, at = Date.now()): void {
    const key = `${address} ${email}`
    const before = this.#failures.get(key)
    const count = before && at - before.last <= FORGET_AFTER_MS ? before.count + 1 : 1
    this.#failures.delete(key)
    this.#failures.set(key, { count, last: at })
    if (this.#failures.size > MAX_REMEMBERED) this.#failures.delete(this.#failures.keys().next().value!)
  }

  succeeded(address: string, email: string): void {
    this.#failures.delete(`${address} ${email}`)
  }

  /** Work whose time would tell whether there is such an account: it always takes the same. */
  async evenly(work: () => Promise<void>): Promise<void> {
    const even = this.#on ? setTimeout(EVEN_MS) : undefined
    try {
      await work()
    } finally {
      await even
    }
  }
}
