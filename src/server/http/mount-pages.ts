import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from '../../contract/api.ts'
import { pageFromSearch } from '../../contract/page-numbers.ts'
import { siteVersion } from '../database/site-version.ts'
import { inProcessApi } from '../in-process-api.ts'
import type { Resources } from '../resources.ts'
import { sendKept, type PublicAnswer, type PublicCache } from './public-cache.ts'
import { pagePolicy } from './security-headers.ts'

/** The built site, as `src/web/entry.server.tsx` offers it. */
export type RenderPage = (request: Request, given: { api: Api; publicUrl: string }) => Promise<Response>

/**
 * Every address that is neither API nor file is a page. Pages are rendered once for everyone,
 * whatever else stands in the query: they depend on the path and the page number alone.
 */
export function mountPages(app: FastifyInstance, resources: Resources, render: RenderPage, cache: PublicCache): void {
  const api = inProcessApi(resources)

  app.get('/*', async (request, reply) => {
    const address = pageAddress(request)
    const version = await siteVersion(resources.database.db)
    const kept = await cache.answer(version, `page ${address}`, async () => {
      const page = await render(new Request(new URL(address, resources.publicUrl)), { api, publicUrl: resources.publicUrl })
      return pageAnswer(page)
    })
    return sendKept(request, reply, kept)
  })
}

/** The part of an address that a page depends on. */
function pageAddress(request: FastifyRequest): string {
  const { pathname, searchParams } = new URL(request.url, 'http://journal.invalid')
  const page = pageFromSearch(searchParams)
  return page > 1 ? `${pathname}?page=${page}` : pathname
}

async function pageAnswer(page: Response): Promise<PublicAnswer> {
  const html = await page.text()
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(html),
    'cache-control': page.status === 200 ? 'no-cache' : 'no-store',
  }
  const location = page.headers.get('location')
  if (location) headers.location = location
  return { status: page.status, headers, body: html }
}
