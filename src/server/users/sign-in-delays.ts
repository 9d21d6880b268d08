import { setTimeout } from 'node:timers/promises'
import { HOUR_MS } from '../../contract/domain/durations.ts'

const FREE_TRIES = 5
const LONGEST_WAIT_SECONDS = 15 * 60
const FORGET_AFTER_MS = HOUR_MS
/** The constant duration, well above the time that the work takes. */
const EVEN_MS = 200
const MAX_REMEMBERED = 50_000

/**
 * Growing delays after failed sign-ins, per network address and account: an attacker's failures slow down the
 * attacker, never the owner elsewhere.
 */
export class SignInDelays {
  readonly #failures = new Map<string, { count: number; last: number }>()
  readonly #on: boolean

  constructor(on: boolean) {
    this.#on = on
  }

  /** Seconds until the next attempt; 0 if it is allowed now. */
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

  /** Runs work whose time would reveal whether an account exists, padded to a constant duration. */
  async evenly(work: () => Promise<void>): Promise<void> {
    const even = this.#on ? setTimeout(EVEN_MS) : undefined
    try {
      await work()
    } finally {
      await even
    }
  }
}
