import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { PublicAnswer } from '../http/cached-answer.ts'
import { unlimited } from '../http/rate-limits.ts'
import type { PublicCache } from '../http/public-cache.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { sendCached } from '../http/send-cached.ts'
import { docsPage } from './docs-page.ts'
import { type ApiTable, openApiDocument } from './document.ts'

/** The API's own description: for programs at `/api/openapi.json`, for people at `/api/docs`. */
export function mountApiDocs(app: FastifyInstance, cache: PublicCache, table: ApiTable): void {
  const options = { config: unlimited('sent from memory, which costs less than to refuse it') }
  const mount = (url: string, make: () => PublicAnswer) =>
    app.get(url, options, async (request, reply) => {
      const version = await cache.version(request.raw).catch(() => null)
      // Not kept while the database is away: nobody would know when it has changed.
      if (version === null) return sendCached(request, reply, cache.prepared(make()))
      return sendCached(request, reply, await cache.answer(version, `docs ${url}`, async () => make()))
    })

  mount(`${API_PREFIX}/openapi.json`, () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(openApiDocument(table), null, 2),
  }))
  mount(paths.apiDocs, () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() },
    body: docsPage(openApiDocument(table)),
  }))
  mount(`${paths.apiDocs}.css`, () => ({
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8' },
    body: readFileSync(join(import.meta.dirname, 'docs.css')),
  }))
}
