import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { PublicAnswer } from './kept-answer.ts'
import type { PublicCache } from './public-cache.ts'
import { sendKept } from './send-kept.ts'

type Params = Record<string, string>
export type MountKept = (
  url: string,
  key: (params: Params) => string,
  make: (params: Params) => Promise<PublicAnswer>,
) => void

/** Mounts addresses that are answered from the cache under the site's version and `key`, ignoring the query. */
export const mountKept =
  (app: FastifyInstance, cache: PublicCache, options: RouteShorthandOptions): MountKept =>
  (url, key, make) => {
    app.get(url, options, async (request, reply) => {
      const params = request.params as Params
      const version = await cache.version(request.raw)
      const answer = await cache.answer(version, key(params), () => make(params))
      cache.remember(request.url, key(params), request.routeOptions.url)
      return sendKept(request, reply, answer)
    })
  }
