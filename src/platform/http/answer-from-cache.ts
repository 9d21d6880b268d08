import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { namesSiteView } from '../../contract/rules/settings/site-view.ts'
import { namesTag } from './headers.ts'
import type { RequestCounts } from './request-counts.ts'
import type { Entry, PublicCache } from './public-cache.ts'

/** How often the site's version is read if nobody else does. */
const LOOK_MS = 60_000

/**
 * Answers what is cached before Fastify routes it, which takes several times as long as sending it. Only plain
 * reading is answered here: whatever else a request brings along is left to Fastify, which sends what is cached
 * with the same bytes and headers.
 */
export function answerFromCache(app: FastifyInstance, cache: PublicCache, counts?: RequestCounts): void {
  let closing = false
  app.addHook('preClose', async () => void (closing = true))
  app.addHook('onClose', () => cache.stop())
  // So that what may be shown while the database is away does not depend on who has asked lately.
  const looking = setInterval(() => void cache.lookForChange(), LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))
  app.addHook('onSend', async ({ raw }, reply) => {
    const age = cache.ageOf(raw)
    if (age !== undefined && reply.statusCode < 500) void reply.headers(asOf(age))
  })

  const [route] = app.server.listeners('request') as RequestListener[]
  app.server.removeListener('request', route!)
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const began = counts ? performance.now() : 0
    const byFastify = () => route!(request, response)
    const answer = (entry: Entry | undefined) => {
      if (!entry || closing || !send(request, response, entry, cache.ageOf(request))) return byFastify()
      cache.used(entry)
      counts?.note(entry.route, response.statusCode, performance.now() - began)
      const req = { method: request.method, url: request.url }
      // Two lines for each request, as Fastify writes, would take as long as the request.
      app.log.debug({ req, res: { statusCode: response.statusCode } }, 'answered from the cache')
    }
    // While the app closes, Fastify adds that the connection ends.
    if (closing || !isPlainReading(request)) return byFastify()
    let found: ReturnType<PublicCache['finished']>
    try {
      found = cache.finished(request)
    } catch {
      // The version could not be read: the routes have words for that.
      return byFastify()
    }
    if (found instanceof Promise) found.then(answer, byFastify)
    else answer(found)
  })
}

/**
 * A request whose answer depends on nothing but its URL, its encodings and the reader's own copy. An editor may see the site
 * as they have changed it.
 */
const isPlainReading = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.expect === undefined &&
  !namesSiteView(headers.cookie)

/** Sends a response if its bytes are held as the client takes them. */
function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { answer }: Entry,
  age: number | undefined,
): boolean {
  const form = answer.held(answer.encodingFor(headers['accept-encoding']))
  if (!form) return false
  const { etag, bytes } = form
  const isCurrent = etag !== undefined && namesTag(headers['if-none-match'], etag)
  const lines = isCurrent ? form.unchanged : form.headers
  response.writeHead(isCurrent ? 304 : answer.status, age === undefined ? lines : linesAsOf(lines, age))
  response.end(isCurrent || method === 'HEAD' ? undefined : bytes)
  return true
}

/** What a response says that was current so many seconds ago, while the database is away: nobody keeps it any longer. */
const asOf = (age: number) => ({
  'cache-control': 'no-cache',
  age: String(age),
  'cache-status': 'journal; hit; detail=database-away',
})

function linesAsOf(lines: string[], age: number): string[] {
  const others = lines.flatMap((name, at) => (at % 2 === 0 && name !== 'cache-control' ? [name, lines[at + 1]!] : []))
  return [...others, ...Object.entries(asOf(age)).flat()]
}
