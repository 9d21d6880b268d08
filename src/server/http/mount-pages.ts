import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { journal } from '../../../journal.config.ts'
import type { Api } from '../../contract/api.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/api-error.ts'
import { pageFromSearch } from '../../contract/page-numbers.ts'
import { siteVersion } from '../database/site-version.ts'
import { inProcessApi } from '../in-process-api.ts'
import type { Resources } from '../resources.ts'
import { prepared, sendKept, type PublicAnswer, type PublicCache } from './public-cache.ts'
import { pagePolicy } from './security-headers.ts'

/** The built site, as `src/web/entry.server.tsx` offers it. */
export type RenderPage = (request: Request, given: { api: Api; publicUrl: string }) => Promise<Response>

/** Answers with the page of a path, its status and all. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

/**
 * Every address that is neither API nor file is a page. Pages are rendered once for everyone,
 * whatever else stands in the query: they depend on the path and the page number alone. Returns how
 * another address can answer with a page.
 */
export function mountPages(
  app: FastifyInstance,
  resources: Resources,
  render: RenderPage,
  cache: PublicCache,
): SendPage {
  const api = inProcessApi(resources)

  const send = async (request: FastifyRequest, reply: FastifyReply, address: URL): Promise<FastifyReply> => {
    const make = async (): Promise<PublicAnswer> => {
      try {
        return await pageAnswer(await render(new Request(address), { api, publicUrl: resources.publicUrl }))
      } catch (error) {
        request.log.error({ err: error }, 'page could not be rendered')
        return lastResort()
      }
    }
    // Without its database the journal still says, in its own pages, what is the matter.
    const version = await siteVersion(resources.database.db).catch(() => undefined)
    const kept =
      version === undefined
        ? await prepared(await make())
        : await cache.answer(version, `page ${address.pathname}${address.search}`, make)
    return sendKept(request, reply, kept)
  }

  app.get('/*', (request, reply) => send(request, reply, pageAddress(request, resources.publicUrl)))
  return (request, reply, path) => send(request, reply, new URL(resources.publicUrl + path))
}

/** For a failure in rendering itself: a page that needs nothing. */
const lastResort = (): PublicAnswer => ({
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="${journal.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${SOMETHING_WENT_WRONG}</title><h1>${SOMETHING_WENT_WRONG}</h1><p>The page could not be shown. Please try again in a moment, or <a href="/">go to the home page</a>.</p></html>`,
})

/**
 * What a page depends on: path and page number, under the journal's own address. A path that begins
 * with two slashes is a path all the same, not another host.
 */
function pageAddress(request: FastifyRequest, publicUrl: string): URL {
  const target = request.url.replace(/^https?:\/\/[^/]*/i, '')
  const address = new URL(publicUrl + (target.startsWith('/') ? target : '/'))
  const page = pageFromSearch(address.searchParams)
  address.search = page > 1 ? `page=${page}` : ''
  return address
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
