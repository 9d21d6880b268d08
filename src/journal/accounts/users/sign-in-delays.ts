import { setTimeout } from 'node:timers/promises'
import { HOUR_MS } from '../../../contract/rules/text/dates.ts'
import type { SharedCounts } from '../../../platform/database/shared-counts.ts'

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
  readonly #shared: SharedCounts | null

  /** `shared` is where several servers count together; without it this process counts for itself. */
  constructor(on: boolean, shared: SharedCounts | null = null) {
    this.#on = on
    this.#shared = shared
  }

  /** Seconds until the next attempt; 0 if it is allowed now. */
  async waitFor(address: string, email: string, at = Date.now()): Promise<number> {
    if (!this.#on) return 0
    const key = keyOf(address, email)
    const shared = await this.#shared?.read(key)
    if (shared) return waitAfter(shared.count, FORGET_AFTER_MS - shared.endsInMs)
    const failed = this.#failures.get(key)
    return failed ? waitAfter(failed.count, at - failed.last) : 0
  }

  async failed(address: string, email: string, at = Date.now()): Promise<void> {
    if (!this.#on) return
    const key = keyOf(address, email)
    if (this.#shared) return void (await this.#shared.add(key, FORGET_AFTER_MS, { renewed: true }))
    const before = this.#failures.get(key)
    const count = before && at - before.last <= FORGET_AFTER_MS ? before.count + 1 : 1
    this.#failures.delete(key)
    this.#failures.set(key, { count, last: at })
    if (this.#failures.size > MAX_REMEMBERED) this.#failures.delete(this.#failures.keys().next().value!)
  }

  async succeeded(address: string, email: string): Promise<void> {
    if (!this.#on) return
    const key = keyOf(address, email)
    this.#failures.delete(key)
    await this.#shared?.remove(key)
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

const keyOf = (address: string, email: string): string => `sign-in ${address} ${email}`

/** Seconds that are left of the wait after so many failures, the last of them `sinceMs` ago. */
function waitAfter(failures: number, sinceMs: number): number {
  if (failures < FREE_TRIES || sinceMs > FORGET_AFTER_MS) return 0
  const wait = Math.min(2 ** (failures - FREE_TRIES), LONGEST_WAIT_SECONDS) * 1000
  return Math.max(0, Math.ceil((wait - sinceMs) / 1000))
}
