import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedCounts } from '../database/shared-counts.ts'

/** True for the keys whose counts hold on all servers together. */
export type IsShared = (key: string) => boolean

/** Of so many networks counts are remembered, each by what it has asked for; the oldest give way. */
const MOST_REMEMBERED = 50_000

type Answer = Parameters<FastifyRateLimitStore['incr']>[1]

/**
 * Where the limits of rates are counted. Routes of one group have one count, which the plugin's own store keeps apart.
 * If several servers share limits, these are counted in the database: see `docs/decisions/databases-and-servers.md`.
 */
export function ratesStore(shared: SharedCounts | null): FastifyRateLimitStoreCtor {
  /** What this process has counted by itself, and what the database has refused, until its time is over. */
  const own = new Map<string, { count: number; endsAt: number }>()

  const current = (key: string): { count: number; endsAt: number } | undefined => {
    const known = own.get(key)
    return known && known.endsAt > Date.now() ? known : undefined
  }
  const remember = (key: string, count: number, endsAt: number): void => {
    own.delete(key)
    own.set(key, { count, endsAt })
    if (own.size > MOST_REMEMBERED) own.delete(own.keys().next().value!)
  }

  return class Store {
    readonly #isShared: IsShared

    constructor(options: object) {
      this.#isShared = (options as { isShared?: IsShared }).isShared ?? (() => false)
    }

    child(options: object): FastifyRateLimitStore {
      return new Store(options)
    }

    incr(key: string, answer: Answer, timeWindow: number, max: number): void {
      const known = current(key)
      // A flood that is refused asks the database nothing.
      if (shared && this.#isShared(key) && !(known && known.count > max))
        return ask(shared, key, answer, timeWindow, max)
      const [count, endsAt] = [(known?.count ?? 0) + 1, known?.endsAt ?? Date.now() + timeWindow]
      remember(key, count, endsAt)
      answer(null, { current: count, ttl: endsAt - Date.now() })
    }
  }

  function ask(counts: SharedCounts, key: string, answer: Answer, timeWindow: number, max: number): void {
    counts.add(`rate ${key}`, timeWindow).then(
      ({ count, endsInMs }) => {
        if (count > max) remember(key, count, Date.now() + endsInMs)
        answer(null, { current: count, ttl: endsInMs })
      },
      (error: Error) => answer(error),
    )
  }
}
