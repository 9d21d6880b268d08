import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import {
  isOfReaders,
  namesSiteView,
  SITE_VIEW_COOKIE,
  SITE_VIEW_MS,
} from '../../../contract/rules/settings/site-view.ts'
import { readDraft } from '../../../platform/drafts.ts'
import type { OwnView } from '../../../platform/http/mount-pages.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SessionResources } from '../../accounts/sessions/resources.ts'
import { findLiveSession } from '../../accounts/sessions/queries.ts'
import { lacksSecondFactor } from '../../accounts/second-factors/queries.ts'
import type { Edition } from '../current-journal.ts'
import { SETTINGS_DRAFT } from '../draft-item.ts'
import type { SettingsResources } from '../open-journal.ts'
import { type DraftEdition, draftEdition } from './draft-edition.ts'
import { viewedPage } from './view-page.ts'

type Resources = Pick<Platform, 'database'> & SessionResources & SettingsResources

interface Made extends DraftEdition {
  published: Edition
  revision: number
}

/** The cookie goes to no other site, and no script reads it. */
export const siteViewCookie = (publicUrl: string): CookieSerializeOptions => ({
  path: '/',
  maxAge: SITE_VIEW_MS / 1000,
  httpOnly: true,
  sameSite: 'strict',
  secure: publicUrl.startsWith('https:'),
})

/** How many editions of editors who look at their changes a process has ready. */
const MOST_READY = 8

/**
 * The site as editors have changed it and not published. Who looks is found by a cookie of their session, which is looked
 * up with each page: it ends with the session, and with the right to publish. Requests without the cookie ask nothing.
 */
export class SiteViews {
  readonly #resources: Resources
  /** By person: an edition takes a while to make, and is the same until its draft, or the journal, changes. */
  readonly #ready = new Map<string, Made>()

  constructor(resources: Resources) {
    this.#resources = resources
  }

  /** What this request is shown; null: the site as it is published. */
  async of(request: FastifyRequest): Promise<DraftEdition | null> {
    const userId = await this.#viewer(request)
    if (userId === null) return null
    const { database, textBuilder, currentJournal } = this.#resources
    const { content, revision } = await readDraft(database.db, userId, SETTINGS_DRAFT)
    const published = currentJournal.edition
    const ready = this.#ready.get(userId)
    if (ready?.revision === revision && ready.published === published) return ready
    const made = await draftEdition(database.db, textBuilder, published, content)
    this.#ready.delete(userId)
    this.#ready.set(userId, { ...made, published, revision })
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= MOST_READY) break
      this.#ready.delete(oldest)
    }
    return made
  }

  /** Whether an editor who sends this request looks at the site with their changes. */
  async isOpen(request: FastifyRequest): Promise<boolean> {
    return (await this.#viewer(request)) !== null
  }

  /** How the page at a path is made for who sends this request; null: as for everyone. */
  async pageView(request: FastifyRequest, path: string): Promise<OwnView | null> {
    const view = namesSiteView(request.headers.cookie) && isOfReaders(path) ? await this.of(request) : null
    if (!view) return null
    return async (make) => viewedPage(await view.edition.run(make), view.faults)
  }

  /** The managing editor whose session the cookie belongs to. */
  async #viewer(request: FastifyRequest): Promise<string | null> {
    const { headers } = request
    if (!namesSiteView(headers.cookie)) return null
    const token = request.server.parseCookie(headers.cookie!)[SITE_VIEW_COOKIE]
    const { accessTokens, database, secondFactors } = this.#resources
    const claims = token ? await accessTokens.readSiteView(token) : null
    const caller = claims && (await findLiveSession(database.db, claims.sessionId))
    if (caller?.role !== 'admin') return null
    return (await lacksSecondFactor(database.db, secondFactors.required, caller)) ? null : caller.userId
  }
}
