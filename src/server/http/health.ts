import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../../contract/domain/api-prefix.ts'
import { siteVersion } from '../database/site-version.ts'
import type { Platform } from '../platform.ts'

/** `GET /api/health` answers 200 if the database responds. */
export function mountHealth(app: FastifyInstance, { database }: Pick<Platform, 'database'>): void {
  app.get(`${API_PREFIX}/health`, { logLevel: 'warn' }, async (_request, reply) => {
    await siteVersion(database.db)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
