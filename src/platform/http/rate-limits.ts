import rateLimit, {
  type RateLimitOptions,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { DomainError } from '../errors.ts'
import type { SharedCounts } from '../database/shared-counts.ts'
import { networkOf } from './network.ts'

export interface RateLimits {
  readonly on: boolean
  /** Where several servers count together; without it each process counts for itself. */
  readonly shared?: SharedCounts | null
}

/** Calls per network and time. Read limits are generous, because a campus may share one address. */
const LIMITS = {
  reading: { max: 1200, timeWindow: '1 minute' },
  /** A search takes several times as long as a page, and results appear while people type. */
  searching: { max: 300, timeWindow: '1 minute' },
  /** A page may show a dozen drawings, and each takes a tenth of a page's time. */
  drawing: { max: 12_000, timeWindow: '1 minute' },
  /** A page may show dozens of pictures. Each takes a query and opening a file. */
  'sending pictures': { max: 12_000, timeWindow: '1 minute' },
  /** PDFs and manuscripts: what shows a PDF asks for a long one in a hundred pieces. */
  'sending files': { max: 6_000, timeWindow: '1 minute' },
  /** Programs that watch the journal ask every few seconds. */
  measuring: { max: 120, timeWindow: '1 minute' },
  /** A whole volume in one file. */
  packing: { max: 30, timeWindow: '1 minute' },
  /** All that is held of a person, with their files. */
  'packing own data': { max: 12, timeWindow: '1 hour' },
  writing: { max: 120, timeWindow: '1 minute' },
  /** Drafts are saved while people type, and a campus may share one address. */
  saving: { max: 600, timeWindow: '1 minute' },
  uploading: { max: 60, timeWindow: '1 minute' },
  'signing in': { max: 20, timeWindow: '1 minute' },
  'signing up': { max: 5, timeWindow: '1 hour' },
} as const

/** Counted by each process for itself: what is read often must not ask the database more than it does already. */
const COUNTED_ALONE: ReadonlySet<keyof typeof LIMITS> = new Set([
  ...(['reading', 'drawing', 'sending pictures', 'sending files', 'measuring'] as const),
])

export async function limitRates(app: FastifyInstance, rates: RateLimits): Promise<void> {
  if (!rates.on) return
  await app.register(rateLimit, {
    global: false,
    store: ratesStore(rates.shared ?? null),
    keyGenerator: networkOf,
    errorResponseBuilder: (_request, limit) =>
      new DomainError('too_many_requests', `Too many requests. Please try again in ${limit.after}.`, {
        retryAfter: Math.ceil(limit.ttl / 1000),
      }),
  })
}

/** Why a route has no limit. */
type Reason =
  | 'a balancer is never told a wrong state'
  | 'sent from memory, which costs less than to refuse it'
  | 'refused without looking at anything'

declare module 'fastify' {
  interface FastifyContextConfig {
    unlimited?: Reason
  }
}

/** The route configuration of a route without a limit. */
export const unlimited = (reason: Reason): { unlimited: Reason } => ({ unlimited: reason })

/** From here on every route has a limit or a reason to have none: the program does not start with one that forgot it. */
export function requireLimits(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.rateLimit === undefined && config?.unlimited === undefined)
      throw new Error(`The route ${String(method)} ${url} has no rate limit, and no reason for having none.`)
  })
}

type RateConfig = { rateLimit: (RateLimitOptions & { isShared?: IsShared }) | false }

/** The route configuration of a limit. Routes in the same group share a counter. */
export const limited = (rates: RateLimits, kind: keyof typeof LIMITS, groupId: string): RateConfig => ({
  rateLimit: rates.on && { ...LIMITS[kind], groupId: `${kind} ${groupId}`, isShared: () => !COUNTED_ALONE.has(kind) },
})

const SEARCH = 'search '

/** The route configuration of all pages: those that search are counted apart, and by their own limit. */
export const limitedPages = (rates: RateLimits, isSearch: (request: FastifyRequest) => boolean): RateConfig => ({
  rateLimit: rates.on && {
    ...LIMITS.reading,
    groupId: 'pages',
    max: (request) => (isSearch(request) ? LIMITS.searching : LIMITS.reading).max,
    keyGenerator: (request) => (isSearch(request) ? SEARCH + networkOf(request) : networkOf(request)),
    isShared: (key) => key.startsWith(SEARCH),
  },
})

/** The route configuration that limits an endpoint. */
export const rateFor = (rates: RateLimits, { rate, method, path }: Endpoint): RateConfig =>
  // Each endpoint has its own counter: reading a list does not use up sign-ins.
  limited(rates, rate ?? (method === 'GET' ? 'reading' : 'writing'), `${method} ${path}`)

/** True for the keys whose counts hold on all servers together. */
type IsShared = (key: string) => boolean

/** Of so many networks counts are remembered, each by what it has asked for; the oldest give way. */
const MOST_REMEMBERED = 50_000

type Answer = Parameters<FastifyRateLimitStore['incr']>[1]

/**
 * Where the limits of rates are counted. Routes of one group have one count, which the plugin's own store keeps apart.
 * If several servers share limits, these are counted in the database: see `docs/decisions/databases-and-servers.md`.
 */
function ratesStore(shared: SharedCounts | null): FastifyRateLimitStoreCtor {
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
