import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedCounts } from '../database/shared-counts.ts'

/** True for the keys whose counts hold on all servers together. */
export type IsShared = (key: string) => boolean

/** As many networks as the plugin's own store remembers. */
const MOST_REMEMBERED = 5_000

type Answer = Parameters<FastifyRateLimitStore['incr']>[1]

/** Where the limits of rates are counted if several servers share them: see `docs/decisions/0044-several-servers.md`. */
export const sharedRates = (shared: SharedCounts): FastifyRateLimitStoreCtor =>
  class {
    readonly #isShared: IsShared

    /** What this process has counted by itself, and what the database has refused, until its time is over. */
    readonly #own = new Map<string, { count: number; endsAt: number }>()

    constructor(options: object) {
      this.#isShared = (options as { isShared?: IsShared }).isShared ?? (() => false)
    }

    child(options: object): FastifyRateLimitStore {
      return new (sharedRates(shared))(options)
    }

    incr(key: string, answer: Answer, timeWindow: number, max: number): void {
      const own = this.#current(key)
      // A flood that is refused asks the database nothing.
      if (this.#isShared(key) && !(own && own.count > max)) return this.#ask(key, answer, timeWindow, max)
      this.#remember(key, own?.count ?? 0, own?.endsAt ?? Date.now() + timeWindow)
      const { count, endsAt } = this.#own.get(key)!
      answer(null, { current: count, ttl: endsAt - Date.now() })
    }

    #ask(key: string, answer: Answer, timeWindow: number, max: number): void {
      shared.add(`rate ${key}`, timeWindow).then(
        ({ count, endsInMs }) => {
          if (count > max) this.#remember(key, count, Date.now() + endsInMs)
          answer(null, { current: count, ttl: endsInMs })
        },
        (error: Error) => answer(error),
      )
    }

    #current(key: string): { count: number; endsAt: number } | undefined {
      const own = this.#own.get(key)
      return own && own.endsAt > Date.now() ? own : undefined
    }

    #remember(key: string, before: number, endsAt: number): void {
      this.#own.delete(key)
      this.#own.set(key, { count: before + 1, endsAt })
      if (this.#own.size > MOST_REMEMBERED) this.#own.delete(this.#own.keys().next().value!)
    }
  }
