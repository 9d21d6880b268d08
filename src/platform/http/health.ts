import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/paths.ts'
import { newestMigration } from '../database/migrate.ts'
import { siteVersion } from '../database/site-version.ts'
import type { Platform } from '../platform.ts'
import type { FileStore } from '../storage/store.ts'
import { Draining } from './draining.ts'
import { unlimited } from './rate-limits.ts'
import { ReadyCheck } from './ready-check.ts'

/** No file has this id: to ask for it shows whether files can be reached. */
const NO_FILE = 'is-anybody-there'

/**
 * `/api/health/live`: the process answers. `/api/health/ready`: it can do its work, and is not about to end.
 * `/api/health`: the database responds. They have no rate limit: a balancer must never be told a wrong state.
 */
export function mountHealth(
  app: FastifyInstance,
  { database, store }: Pick<Platform, 'database' | 'store'>,
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
    const isReady = Object.values(checks).every((verdict) => verdict === 'ok')
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })
}

/** The database answers, and has the tables that this program needs; those of a newer one may be there as well. */
async function isMigrated({ database: { db } }: Pick<Platform, 'database'>): Promise<void> {
  await db.selectFrom('migrations').select('name').where('name', '=', newestMigration).executeTakeFirstOrThrow()
}

/** Throws if files cannot be reached. */
export async function isReached(store: FileStore): Promise<void> {
  await store.freeBytes()
  await (await store.open(NO_FILE))?.close()
}
