import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { seenAs } from '../contract/rules/accounts/access.ts'
import { BODY_BYTES_MAX, type Transport } from '../contract/api/endpoint.ts'
import { API_PREFIX } from '../contract/rules/site/path-roots.ts'
import { journalScriptPath } from '../contract/rules/settings/published-journal.ts'
import { paths } from '../contract/rules/site/paths.ts'
import { DAY_MS } from '../contract/rules/text/dates.ts'
import { mountCards } from '../journal/discovery/cards/stored-cards.ts'
import { mountDiscovery } from '../journal/discovery/mount-discovery.ts'
import { pageMatter } from '../journal/discovery/page-matter.ts'
import { mountFigures } from '../journal/publication/articles/serve-figures.ts'
import { mountArticlePdfs } from '../journal/publication/articles/serve-pdf.ts'
import { mountSupplements } from '../journal/publication/articles/serve-supplements.ts'
import { mountVersions } from '../journal/publication/versions/serve-versions.ts'
import { limitRates, type RateLimits, requireLimits, unlimited } from '../platform/http/rate-limits.ts'
import { cutIdleConnections } from '../platform/http/closing.ts'
import { acceptJson } from '../platform/http/json-body.ts'
import { refuseBadAddresses } from '../platform/http/page-address.ts'
import { type Draining, mountHealth } from '../platform/http/health.ts'
import type {
  IdentifyAsked,
  IdentifyFollower,
  IdentifyRequester,
  IdentifyAuthor,
  IdentifyCaller,
  IdentifyReviewer,
} from '../platform/http/identify-caller.ts'
import { mountApi } from '../platform/http/mount-api.ts'
import { errorAnswer, sendError } from '../platform/http/errors.ts'
import { mountFiles } from '../journal/publication/files/serve-files.ts'
import { mountVariants } from '../journal/publication/files/serve-variants.ts'
import { acceptMultipart } from '../platform/http/multipart.ts'
import { trustedProxies } from '../platform/http/network.ts'
import { oldAddressFrom } from '../journal/publication/redirects/redirects.ts'
import { mountPages, type PageParts, type RenderPage, type SendPage } from '../platform/http/mount-pages.ts'
import { answerFromCache } from '../platform/http/answer-from-cache.ts'
import { countAnswers, RequestCounts } from '../platform/http/request-counts.ts'
import { type CacheLimits, PublicCache } from '../platform/http/public-cache.ts'
import { cutSlowSenders, PATIENCE, type Patience } from '../platform/http/slow-senders.ts'
import { addSecurityHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { mountStaticFiles } from '../platform/http/static-files.ts'
import { mountApiDocs } from '../platform/openapi/mount-api-docs.ts'
import { mountFollowing } from '../journal/publication/following/mount-following.ts'
import { mountInvoices } from '../journal/fees/invoices/serve-invoices.ts'
import { mountReviewFiles } from '../journal/peer-review/link/downloads.ts'
import { mountPersonalData } from '../journal/accounts/personal-data/mount-download.ts'
import { mountPlants } from '../platform/plants/plant-svg.ts'
import {
  loadAskedAuthor,
  loadFollower,
  loadNamedAuthor,
  loadRequester,
} from '../journal/peer-review/authorship/links.ts'
import { loadReviewer } from '../journal/peer-review/cases/links.ts'
import { DomainError, notFound } from '../platform/errors.ts'
import { callerOf } from '../journal/accounts/sessions/caller.ts'
import { mountOrcidCallback } from '../journal/accounts/users/orcid-callback.ts'
import { type ApiCalls, call, NOBODY } from '../platform/call.ts'
import type { Platform } from '../platform/platform.ts'
import type { OwnSite } from '../journal/publication/notices/reach.ts'
import { answerWithOneEdition, mountJournalScript } from '../journal/settings/answer-with-one-edition.ts'
import { mountLook } from '../journal/settings/mount-look.ts'
import { mountSiteView } from '../journal/settings/site-view/mount-site-view.ts'
import { SiteViews } from '../journal/settings/site-view/site-views.ts'
import { mountPictures } from '../journal/settings/pictures/serve-pictures.ts'
import { extensions } from './extensions.ts'
import { answeredApi, apiCalls } from './handlers.ts'
import { personalDataParts } from './personal-data-parts.ts'
import type { Resources } from './resources.ts'

export interface AppOptions {
  resources: Resources
  rates: RateLimits
  trustProxy: number
  /** The built site; without it the app serves only the API, as in the API's tests. */
  site?: { render: RenderPage; files: string | null }
  /** Limits of the public response cache; in development every page is rendered on each request. */
  cacheLimits?: CacheLimits
  /** What a program has to send to read the metrics; without it nothing is counted. */
  metricsToken?: string | undefined
  /** Tells balancers that this process is about to close. */
  draining?: Draining
  /** Time limits for receiving requests; tests use shorter ones. */
  patience?: Patience
}

/** The journal as one HTTP application. */
export async function createApp({
  resources,
  rates,
  trustProxy,
  site,
  cacheLimits,
  draining,
  metricsToken,
  patience = PATIENCE,
}: AppOptions): Promise<FastifyInstance> {
  const https = resources.publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: resources.log,
    trustProxy: trustedProxies(trustProxy),
    // Endpoints that take larger bodies declare it in the contract.
    bodyLimit: BODY_BYTES_MAX.short,
    // Slow bodies are cut off by `cutSlowSenders`, slow headers by Node itself.
    requestTimeout: 0,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkMs },
    // Node waits a second time for a reader who takes nothing of an answer: two minutes at most.
    connectionTimeout: 60_000,
    keepAliveTimeout: 20_000,
    // What still arrives on an open connection while the app closes is answered like any other request.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    logController: new LogController({ disableRequestLogging: (request) => request.url.startsWith('/assets/') }),
    genReqId: () => crypto.randomUUID(),
    // A URL that cannot be decoded reaches neither hooks nor routes.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(securityHeaders({ https }))
      sendError(new DomainError('not_found', 'Not found'), request, reply)
    },
  })
  // Registered first, so that every refusal has these headers.
  addSecurityHeaders(app, { https })
  acceptJson(app)
  refuseBadAddresses(app)
  const { currentJournal } = resources
  let sendPage: SendPage | undefined
  app.setErrorHandler((error, request, reply) => {
    // A link to the PDF of a removed article shows the same page as the article's address.
    const removed = error instanceof DomainError ? error.removed : undefined
    return removed && sendPage && asksForPage(request)
      ? sendPage(request, reply, paths.article(removed.id))
      : sendError(error, request, reply)
  })
  cutIdleConnections(app)
  cutSlowSenders(app, patience)
  await limitRates(app, { ...rates, shared: resources.sharedCounts })
  requireLimits(app)
  await acceptMultipart(app)
  // Read only where a token is expected, not on every request.
  await app.register(cookie, { hook: false })
  const cache = new PublicCache({
    readSiteVersion: resources.database.readSiteVersion,
    headers: securityHeaders({ https }),
    within: async (version, work) => currentJournal.with(await currentJournal.at(version), work),
    day: () => Math.floor(Date.now() / DAY_MS),
    ...cacheLimits,
  })
  const counts = metricsToken === undefined ? undefined : new RequestCounts()
  answerFromCache(app, cache, counts)
  answerWithOneEdition(app, currentJournal, cache)
  if (counts) countAnswers(app, counts)
  app.addHook('onResponse', async ({ method, routeOptions: { config } }) => {
    if (method === 'GET' || method === 'HEAD' || config.writes === false) return
    await cache.lookForChange()
  })
  const calls = apiCalls({ ...resources, ownSite: ownSiteOf(app) })
  const identifyCaller: IdentifyCaller = (request) => callerOf(request, resources)
  const identifyReviewer: IdentifyReviewer = ({ headers }) => loadReviewer(resources.database.db, headers.authorization)
  const identifyAuthor: IdentifyAuthor = ({ headers }) => loadNamedAuthor(resources.database.db, headers.authorization)
  const identifyAsked: IdentifyAsked = ({ headers }) => loadAskedAuthor(resources.database.db, headers.authorization)
  const identifyRequester: IdentifyRequester = ({ headers }) =>
    loadRequester(resources.database.db, headers.authorization)
  const identifyFollower: IdentifyFollower = ({ headers }) => loadFollower(resources.database.db, headers.authorization)
  const identifyReader: IdentifyCaller = async (request) => seenAs(await identifyCaller(request))
  mountFiles(app, resources, rates, identifyReader)
  mountVariants(app, resources, rates, identifyReader)
  mountOrcidCallback(app, resources, rates)
  mountPersonalData(app, resources, rates, personalDataParts(resources))
  mountHealth(app, resources, cache, draining)
  mountApi(app, {
    ...resources,
    calls,
    identifyCaller,
    identifyReviewer,
    identifyAuthor,
    identifyAsked,
    identifyRequester,
    identifyFollower,
    rates,
    cache,
  })
  mountApiDocs(app, cache, answeredApi)
  app.all(`${API_PREFIX}/*`, { config: unlimited('refused without looking at anything') }, async () => {
    throw new DomainError('not_found', 'Unknown API address')
  })
  mountDiscovery(app, resources, rates, cache)
  mountCards(app, resources, rates)
  const metrics = counts ? { token: metricsToken!, counts } : null
  for (const { mount } of extensions) await mount?.(app, resources, { rates, cache, trustProxy, metrics })
  mountArticlePdfs(app, resources, rates)
  mountSupplements(app, resources, rates)
  mountVersions(app, resources, rates, cache)
  mountFigures(app, resources, rates)
  mountReviewFiles(app, resources, rates)
  mountInvoices(app, resources, rates)
  mountFollowing(app, resources, rates)
  mountPlants(app, rates, cache)
  const views = new SiteViews(resources)
  mountJournalScript(app, currentJournal, cache, views)
  mountLook(app, rates, cache)
  mountSiteView(app, resources, rates)
  mountPictures(app, resources, rates, views)
  if (site) {
    if (site.files) mountStaticFiles(app, site.files, cache)
    const transportFor: PageParts['transportFor'] = (onAnswer) => inProcessTransport(calls, resources, onAnswer)
    const journalScript = () => journalScriptPath(currentJournal.edition.digest)
    const matterOf: PageParts['matterOf'] = (answers, address) => pageMatter(resources, answers, address)
    const oldAddress: PageParts['redirectFrom'] = (path) => oldAddressFrom(resources.database.db, path)
    const onMissed = (path: string) => resources.missedAddresses.note(path)
    const viewOf: PageParts['viewOf'] = (request, path) => views.pageView(request, path)
    const parts = { ...resources, transportFor, matterOf, redirectFrom: oldAddress, onMissed, viewOf, rates, cache }
    sendPage = mountPages(app, { ...parts, render: site.render, journalScript })
  }
  app.setNotFoundHandler((request, reply) => sendError(new DomainError('not_found', 'Not found'), request, reply))
  return app
}

/** The addresses of this server, answered without the network. Its name tells those who count readers what it is. */
const ownSiteOf = (app: FastifyInstance): OwnSite => ({
  get: async (url) => {
    const headers = { accept: 'text/html,*/*', 'user-agent': 'bot of the journal that looks at its own copies' }
    const { statusCode, rawPayload, headers: sent } = await app.inject({ method: 'GET', url, headers })
    const name = String(sent['content-disposition'] ?? '')
    return { status: statusCode, body: rawPayload.toString('utf8'), name }
  },
})

/** A browser following a link, as opposed to an API client. */
const asksForPage = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith(`${API_PREFIX}/`) && String(headers.accept ?? '').includes('text/html')

/**
 * The API for server-side rendering: the same checks and answers as over HTTP, always as an anonymous caller,
 * because pages are rendered once for everyone. `onAnswer` receives the data that a page is made from, the name of the
 * call (`articles.details`), and whether the answer may be cached.
 */
export function inProcessTransport(
  calls: ApiCalls,
  { log }: Pick<Platform, 'log'>,
  onAnswer: (answer: unknown, call: string, isKept: boolean) => void,
): Transport {
  return async (noun, verb, input) => {
    try {
      const verbs = calls[noun]
      // Its extension was taken out.
      if (!verbs) throw notFound('Call')
      const [endpoint, handler] = verbs[verb]!
      const body = await call(endpoint, handler, NOBODY, input)
      onAnswer(body, `${noun}.${verb}`, endpoint.isCached !== false)
      return { status: 200, body }
    } catch (error) {
      const body = errorAnswer(error)
      if (body.statusCode >= 500) log.error({ err: error }, `page data: ${noun}.${verb} failed`)
      return { status: body.statusCode, body }
    }
  }
}
