import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transport } from '../../contract/api/endpoint.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { declaredAddress, isProvisional, pageRoute } from '../../contract/rules/site/page-queries.ts'
import { isBeyondLastPage } from '../../contract/rules/site/page-numbers.ts'
import { notFound } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { errorPage, sendErrorPage } from './errors.ts'
import { canonicalPath, isDataAddress } from './page-address.ts'
import { newNonce, takeOwnScripts } from './page-scripts.ts'
import type { PublicAnswer } from './cached-answer.ts'
import type { MakeAnswer, PublicCache } from './public-cache.ts'
import { limitedPages, type RateLimits } from './rate-limits.ts'
import { pagePolicy } from './security-headers.ts'
import { sendCached } from './send-cached.ts'
import { ANSWER_MS, inTime } from '../time-limit.ts'

/**
 * What the server passes to the site to render a page. The site's bundle has its own copies of the modules it
 * imports: only plain data and functions are passed, no classes.
 */
export interface Given {
  send: Transport
  publicUrl: string
  /** The address of the script with the journal's values. */
  journalScript: string
  /** The nonce of every script that the site itself emits. */
  nonce: string
  /** Called with rendering errors, except failed API calls, which have already been logged. */
  onError: (error: unknown) => void
}

/** The built site, as exported by `src/web/entry.server.tsx`. */
export type RenderPage = (request: Request, given: Given) => Promise<Response>

export interface PageParts extends Pick<Platform, 'log' | 'publicUrl'> {
  /**
   * The API for rendering one page; `onAnswer` receives the data that it is made from, the name of the call, and whether
   * the answer may be cached.
   */
  transportFor: (onAnswer: (answer: unknown, call: string, isKept: boolean) => void) => Transport
  /** What a page says to programs alone, from the answers that it was made from, by the names of their calls. */
  matterOf?: (answers: ReadonlyMap<string, unknown>, address: URL) => Promise<PageMatter | null>
  /** Where an old address leads, '' if what was there has ended; asked only where there is no page. */
  redirectFrom?: (path: string) => Promise<string | null>
  /** Called with the path of each request that found nothing there, or was led on. */
  onMissed?: (path: string) => void
  /** How someone sees the pages who has changed them and not published; null: as everyone does. */
  viewOf?: (request: FastifyRequest, path: string) => Promise<OwnView | null>
  render: RenderPage
  /** The address of the script with the journal's values, as they are for this request. */
  journalScript: () => string
  rates: RateLimits
  cache: PublicCache
}

/** What is added to a rendered page: nothing in a browser reads it. */
export interface PageMatter {
  /** The `Link` header. */
  link: string
  /** Tags at the end of the head. */
  head: string
}

/** Makes a page for one person; nothing of it is kept. */
export type OwnView = (make: () => Promise<PublicAnswer>) => Promise<PublicAnswer>

const MISSED: ReadonlySet<number> = new Set([301, 404])

/** Responds with the page of a path, including its status. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

/**
 * Every path that is neither API nor file is a page. Pages are rendered once for everyone, from the path and
 * the declared query parameters (`PAGE_QUERIES`); other parameters are ignored. Returns a function with which
 * other routes can respond with a page.
 */
export function mountPages(
  app: FastifyInstance,
  {
    log,
    publicUrl,
    transportFor,
    matterOf,
    redirectFrom,
    onMissed,
    viewOf,
    render,
    journalScript,
    rates,
    cache,
  }: PageParts,
): SendPage {
  /** Renders the page at an address made by `declaredAddress`. What it returns holds no request. */
  const pageAt =
    (address: string): MakeAnswer =>
    async (signal) => {
      let keep = true
      const answers = new Map<string, unknown>()
      const send = transportFor((answer, call, isKept) => {
        answers.set(call, answer)
        if (!isKept || isBeyondLastPage(answer) || isProvisional(answer)) keep = false
      })
      const nonce = newNonce()
      const onError = (error: unknown) => log.error({ err: error, address }, 'page could not be rendered')
      try {
        const given = { send, publicUrl, journalScript: journalScript(), nonce, onError }
        const page = await render(new Request(publicUrl + address, { signal }), given)
        const answer = await pageAnswer(page, nonce)
        const moved = answer.status === 404 ? await redirectFrom?.(new URL(publicUrl + address).pathname) : null
        if (moved) return { ...movedTo(moved), keep }
        if (moved === '') return { ...answer, status: 410, keep }
        const matter = answer.status === 200 && (await matterOf?.(answers, new URL(publicUrl + address)))
        return { ...(matter ? withMatter(answer, matter) : answer), keep }
      } catch (error) {
        onError(error)
        return errorPage(500)
      }
    }

  const keyOf = (address: string) => `page ${address}`
  const answerOf = async ({ raw }: FastifyRequest, address: string) => {
    // Without its database the journal still shows an error in its own pages.
    const version = await cache.version(raw).catch(() => undefined)
    return version === undefined
      ? cache.prepared(await inTime(ANSWER_MS, pageAt(address)))
      : cache.answer(version, keyOf(address), pageAt(address))
  }

  const isSearch = (request: FastifyRequest) =>
    canonicalPath(addressAsked(request, publicUrl).pathname) === paths.search
  const options = { config: limitedPages(rates, isSearch), errorHandler: sendErrorPage }
  app.get('/*', options, async (request, reply) => {
    const asked = addressAsked(request, publicUrl)
    const path = canonicalPath(asked.pathname)
    if (path === null || isDataAddress(path)) throw notFound('Page')
    const address = declaredAddress(path, asked.searchParams)
    const view = await viewOf?.(request, path)
    if (view) {
      const own = await view(() => inTime(ANSWER_MS, pageAt(address)))
      return sendCached(request, reply, cache.prepared(own))
    }
    const answer = await answerOf(request, address)
    if (MISSED.has(answer.status)) onMissed?.(path)
    // A page has one canonical path; other spellings redirect to it and keep the whole query for the browser.
    if (answer.status === 200 && path !== asked.pathname) return reply.redirect(path + asked.search, 301)
    // So do pages that moved: their answer was made from the declared parameters alone.
    const { location } = answer
    if (answer.status === 301 && location?.startsWith('/') && !location.includes('?'))
      return reply.redirect(location + asked.search, 301)
    cache.remember(request.url, keyOf(address), pageRoute(path))
    return sendCached(request, reply, answer)
  })
  return async (request, reply, path) => sendCached(request, reply, await answerOf(request, path))
}

/** The requested URL on the journal's own host: a path that begins with two slashes is still a path. */
function addressAsked(request: FastifyRequest, publicUrl: string): URL {
  const target = request.url.replace(/^https?:\/\/[^/]*/i, '')
  return new URL(publicUrl + (target.startsWith('/') ? target : '/'))
}

const movedTo = (location: string): PublicAnswer => ({
  status: 301,
  headers: { location, 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' },
  body: '',
})

const withMatter = ({ body, headers, ...answer }: PublicAnswer, { link, head }: PageMatter): PublicAnswer => ({
  ...answer,
  headers: { ...headers, link },
  body: head ? String(body).replace('</head>', () => `${head}</head>`) : body,
})

/**
 * Turns a rendering into a response. Only HTML is cached as a page, and only scripts with its nonce are
 * allowed by its policy.
 */
async function pageAnswer(page: Response, nonce: string): Promise<PublicAnswer> {
  const type = page.headers.get('content-type') ?? 'text/plain; charset=utf-8'
  const body = await page.text()
  const cacheControl = page.status === 200 ? (page.headers.get('cache-control') ?? 'no-cache') : 'no-store'
  const headers: Record<string, string> = { 'cache-control': cacheControl }
  const location = page.headers.get('location')
  if (location) headers.location = location
  if (!/^text\/html\b/i.test(type)) {
    if (page.status >= 500) return errorPage(page.status)
    return { status: page.status, headers: { ...headers, 'content-type': type }, body }
  }
  const { html, hashes } = takeOwnScripts(body, nonce)
  return {
    status: page.status,
    headers: { ...headers, 'content-type': type, 'content-security-policy': pagePolicy(hashes) },
    body: html,
  }
}
