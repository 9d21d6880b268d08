import type { FastifyInstance } from 'fastify'
import { SLOT } from '../../contract/journal.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { namesSiteView } from '../../contract/rules/settings/site-view.ts'
import { JOURNAL_HEADER, journalScriptPath } from '../../contract/rules/settings/published-journal.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { unlimited } from '../../platform/http/rate-limits.ts'
import type { CurrentJournal, Edition } from './current-journal.ts'
import type { SiteViews } from './site-view/site-views.ts'

/** What is answered without the journal, and must not wait for a database that is away. */
const WITHOUT_JOURNAL = ['/assets/', `${API_PREFIX}/health`]

/**
 * Answers every request with one edition of the journal from beginning to end: the latest that had been published when it
 * arrived, or the one that was known last while the database is away.
 */
export function answerWithOneEdition(app: FastifyInstance, current: CurrentJournal, cache: PublicCache): void {
  app.addHook('onRequest', (request, reply, done) => {
    const begin = (edition: Edition) => {
      // What is answered alike for everybody is cached without it.
      if (request.headers.authorization !== undefined) void reply.header(JOURNAL_HEADER, edition.digest)
      current.with(edition, done)
    }
    if (WITHOUT_JOURNAL.some((start) => request.url.startsWith(start))) return begin(current.known)
    cache
      .version(request.raw)
      .then((version) => current.at(version))
      .catch(() => current.known)
      .then(begin)
  })
}

const DIGEST = /^[0-9a-f]{12}$/

/**
 * The values of the journal as a script, for the pages of a browser. Its address names what is in it; a page that was made
 * before the latest publication gets the latest values, which the browser does not keep under that address.
 */
export function mountJournalScript(
  app: FastifyInstance,
  current: CurrentJournal,
  cache: PublicCache,
  views: Pick<SiteViews, 'of'>,
): void {
  const options = { config: unlimited('sent from memory, which costs less than to refuse it') }
  const scripts = new WeakMap<Edition, ReturnType<typeof scriptsOf>>()
  const scriptsOf = (edition: Edition) => {
    const answer = (cacheControl: string) =>
      cache.prepared({
        status: 200,
        headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheControl },
        body: journalScript(edition),
      })
    return { kept: answer('public, max-age=31536000, immutable'), passing: answer('no-store') }
  }
  app.get(journalScriptPath(':digest'), options, async (request, reply) => {
    const { digest } = request.params as { digest: string }
    if (!DIGEST.test(digest)) return reply.callNotFound()
    const { edition } = current
    if (digest !== edition.digest && namesSiteView(request.headers.cookie)) {
      const view = await views.of(request)
      // The values that an editor has not published, for their own pages alone.
      if (view?.edition.digest === digest) return sendCached(request, reply, scriptsOf(view.edition).passing)
    }
    const made = scripts.get(edition) ?? scriptsOf(edition)
    scripts.set(edition, made)
    // Anybody can ask for any digest: a browser keeps only what belongs to it.
    return sendCached(request, reply, digest === edition.digest ? made.kept : made.passing)
  })
}

const journalScript = ({ journal, digest }: Edition): string =>
  `const journal=${JSON.stringify(journal)};globalThis[Symbol.for(${JSON.stringify(SLOT)})]=()=>journal;` +
  `document.documentElement.dataset.journal=${JSON.stringify(digest)}`
