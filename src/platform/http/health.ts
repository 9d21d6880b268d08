import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { databaseFailure } from '../database/failures.ts'
import { newestMigration } from '../database/migrate.ts'
import { siteVersion } from '../database/site-version.ts'
import type { Platform } from '../platform.ts'
import type { FileStore } from '../storage/store.ts'
import type { PublicCache } from './public-cache.ts'
import { unlimited } from './rate-limits.ts'
import { setTimeout as after } from 'node:timers/promises'
import { inTime } from '../time-limit.ts'

/** No file has this id: to ask for it shows whether files can be reached. */
const NO_FILE = 'is-anybody-there'

/**
 * `/api/health/live`: the process answers. `/api/health/ready`: it can serve readers, and is not about to end; degraded, if
 * they get only what needs no files, or only pages that were cached. `/api/health`: the database responds. They have no rate
 * limit: a balancer must never be told a wrong state.
 */
export function mountHealth(
  app: FastifyInstance,
  { database, store }: Pick<Platform, 'database' | 'store'>,
  cache: Pick<PublicCache, 'showsPages'>,
  draining = new Draining(),
): void {
  const options: RouteShorthandOptions = {
    logLevel: 'warn',
    config: unlimited('a balancer is never told a wrong state'),
  }
  const ready = new ReadyCheck({
    database: () => isMigrated({ database }),
    files: () => isReached(store),
  })
  app.get(`${API_PREFIX}/health`, options, async (_request, reply) => {
    await siteVersion(database.db)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get(`${API_PREFIX}/health/live`, options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get(`${API_PREFIX}/health/ready`, options, async (_request, reply) => {
    draining.asked()
    void reply.header('cache-control', 'no-store')
    if (draining.hasBegun) return reply.code(503).send({ status: 'closing' })
    const checks = await ready.verdicts()
    const status = statusOf(checks, cache)
    return reply.code(status === 'not ready' ? 503 : 200).send({ status, checks })
  })
}

/**
 * All servers of a journal lose the same database and the same files. If each asked to be put aside then, no reader would get
 * the pages that they can still show.
 */
function statusOf(
  { database, files }: Verdicts<'database' | 'files'>,
  { showsPages }: Pick<PublicCache, 'showsPages'>,
) {
  if (database === 'ok') return files === 'ok' ? 'ready' : 'degraded'
  return database === 'away' && showsPages ? 'degraded' : 'not ready'
}

/** Whether the database has the tables that this program needs; those of a newer one may be there as well. */
async function isMigrated({ database: { db } }: Pick<Platform, 'database'>): Promise<boolean> {
  try {
    const newest = db.selectFrom('migrations').select('name').where('name', '=', newestMigration)
    return (await newest.executeTakeFirst()) !== undefined
  } catch (error) {
    if (databaseFailure(error)) throw error
    return false
  }
}

/** Throws if files cannot be reached. */
export async function isReached(store: FileStore): Promise<void> {
  await store.freeBytes()
  await (await store.open(NO_FILE))?.close()
}

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

/** Shorter than any balancer waits. */
export const LIMIT_MS = 1_500
/** All who ask within this time share one check, so that asking costs nothing. */
const SHARED_MS = 1_000

/** A part that is away does not answer; one that is failing does, and is not as the program needs it. */
type Verdict = 'ok' | 'away' | 'failing'
type Verdicts<Part extends string> = Record<Part, Verdict>
/** Resolves to false if the part is failing, and rejects if it is away. */
type Ask = () => Promise<boolean | void>

/** Checks what the journal needs to answer. What never answers is asked once, and is away until it does. */
export class ReadyCheck<Part extends string> {
  readonly #parts: [Part, Ask][]
  readonly #pending = new Map<Part, Promise<Verdict>>()
  readonly #limits: { limitMs: number; sharedMs: number }
  #latest: Promise<Verdicts<Part>> | undefined
  #askedAt = -Infinity

  constructor(
    parts: Record<Part, Ask>,
    limits: { limitMs: number; sharedMs: number } = { limitMs: LIMIT_MS, sharedMs: SHARED_MS },
  ) {
    this.#parts = Object.entries(parts) as [Part, Ask][]
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
      this.#parts.map(async ([part, ask]): Promise<[Part, Verdict]> => [
        part,
        await inTime(this.#limits.limitMs, () => this.#ask(part, ask)).catch(() => 'away' as const),
      ]),
    )
    return Object.fromEntries(verdicts) as Verdicts<Part>
  }

  #ask(part: Part, ask: Ask): Promise<Verdict> {
    const before = this.#pending.get(part)
    if (before) return before
    const asked = (async () => ask())()
      .then(
        (isGood) => (isGood === false ? 'failing' : 'ok'),
        () => 'away' as const,
      )
      .finally(() => this.#pending.delete(part))
    this.#pending.set(part, asked)
    return asked
  }
}
