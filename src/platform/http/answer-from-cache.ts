import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { namesTag } from './headers.ts'
import type { RequestCounts } from './request-counts.ts'
import type { Entry, PublicCache } from './public-cache.ts'

/**
 * Answers what is cached before Fastify routes it, which takes several times as long as sending it. Only plain
 * reading is answered here: whatever else a request brings along is left to Fastify, which sends what is cached
 * with the same bytes and headers.
 */
export function answerFromCache(app: FastifyInstance, cache: PublicCache, counts?: RequestCounts): void {
  let closing = false
  app.addHook('preClose', async () => void (closing = true))
  app.addHook('onClose', () => cache.stop())

  const [route] = app.server.listeners('request') as RequestListener[]
  app.server.removeListener('request', route!)
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const began = counts ? performance.now() : 0
    const byFastify = () => route!(request, response)
    const answer = (entry: Entry | undefined) => {
      if (!entry || closing || !send(request, response, entry)) return byFastify()
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

/** A request whose answer depends on nothing but its URL, its encodings and the reader's own copy. */
const isPlainReading = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.expect === undefined

/** Sends a response if its bytes are held as the client takes them. */
function send({ method, headers }: IncomingMessage, response: ServerResponse, { answer }: Entry): boolean {
  const form = answer.held(answer.encodingFor(headers['accept-encoding']))
  if (!form) return false
  const { etag, bytes } = form
  if (etag !== undefined && namesTag(headers['if-none-match'], etag)) response.writeHead(304, form.unchanged).end()
  else if (method === 'HEAD') response.writeHead(answer.status, form.headers).end()
  else response.writeHead(answer.status, form.headers).end(bytes)
  return true
}
