import type { FastifyReply, FastifyRequest, FastifyInstance, RouteShorthandOptions } from 'fastify'
import { namesTag } from './headers.ts'
import type { CachedAnswer, PublicAnswer } from './cached-answer.ts'
import type { PublicCache } from './public-cache.ts'

/** Sends a prepared response in the best encoding that the client accepts, or 304 if its copy is current. */
export async function sendCached(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): Promise<FastifyReply> {
  const { etag, bytes, headers, unchanged } = await answer.form(answer.encodingFor(asked['accept-encoding']))
  const current = etag !== undefined && namesTag(asked['if-none-match'], etag)
  const lines = current ? unchanged : headers
  for (let at = 0; at < lines.length; at += 2) void reply.header(lines[at]!, lines[at + 1])
  return current ? reply.code(304).send() : reply.code(answer.status).send(bytes)
}

type Params = Record<string, string>
type MountCached = (
  url: string,
  key: (params: Params) => string,
  make: (params: Params) => Promise<PublicAnswer>,
) => void

/** Mounts addresses that are answered from the cache under the site's version and `key`, ignoring the query. */
export const mountCached =
  (app: FastifyInstance, cache: PublicCache, options: RouteShorthandOptions): MountCached =>
  (url, key, make) => {
    app.get(url, options, async (request, reply) => {
      const params = request.params as Params
      const version = await cache.version(request.raw)
      const answer = await cache.answer(version, key(params), () => make(params))
      cache.remember(request.url, key(params), request.routeOptions.url)
      return sendCached(request, reply, answer)
    })
  }
