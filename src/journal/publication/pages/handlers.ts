import type { ContentPage, pages } from '../../../contract/api/pages.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { comparePairs } from '../../documents/compare.ts'
import { pageVersions, shownVersion, versionOn } from '../../settings/page-versions.ts'
import { blocksOf } from '../versions/compare-versions.ts'
import { EDITORS_GUIDE } from './content-pages.ts'
import type { PageResources } from './resources.ts'

const NOT_YET = 'This day has not come yet. Please choose today or an earlier day.'

type Resources = Platform & PageResources

export const pageHandlers: Handlers<{ pages: typeof pages }, Resources>['pages'] = {
  read: async ({ contentPages, database: { db } }, { slug, on }) => {
    const page = requirePage(contentPages, slug)
    const today = dayOf(new Date())
    if (on !== undefined && on > today) throw new DomainError('invalid', NOT_YET, { errors: { on: NOT_YET } })
    const versions = await pageVersions(db, page.name, today)
    const [newest = null] = versions
    if (on === undefined) return { ...page, version: page.isDraft ? null : inForce(newest), isOfAnotherDay: false }
    const held = on === today ? newest : (versionOn(versions, on) ?? null)
    const { title, html } = held ? await shownVersion(db, page.name, held.number) : { title: null, html: null }
    return { ...page, title: title ?? page.title, html: html ?? '', version: inForce(held), isOfAnotherDay: true }
  },

  versions: async ({ contentPages, database: { db } }, { slug }) => {
    const { name, title } = requireVersions(contentPages, slug)
    return { slug, title, versions: await pageVersions(db, name) }
  },

  version: async ({ contentPages, database: { db } }, { slug, number }): Promise<ContentPage> => {
    const page = requireVersions(contentPages, slug)
    const version = (await pageVersions(db, page.name)).find((one) => one.number === number)
    if (!version) throw notFound('Version')
    const { title, html } = await shownVersion(db, page.name, number)
    return { ...page, title: title ?? page.title, html: html ?? '', version: inForce(version), isOfAnotherDay: false }
  },

  changes: async ({ contentPages, workers, database: { db } }, { slug, number }) => {
    const { name } = requireVersions(contentPages, slug)
    const versions = await pageVersions(db, name)
    const at = versions.findIndex((one) => one.number === number)
    const before = versions[at + 1]
    if (at < 0 || !before) throw notFound('Version')
    const [one, other] = [await shownVersion(db, name, before.number), await shownVersion(db, name, number)]
    const compared = await comparePairs(workers, [[blocksOf(one.html ?? ''), blocksOf(other.html ?? '')]])
    return { number, before: before.number, paragraphs: compared?.[0] ?? null }
  },
}

/** The guide comes with the program: it has no versions. */
function requireVersions(contentPages: PageResources['contentPages'], slug: string) {
  if (slug === EDITORS_GUIDE.slug) throw notFound('Page')
  return requirePage(contentPages, slug)
}

function requirePage(contentPages: PageResources['contentPages'], slug: string) {
  const page = contentPages.get(slug)
  if (!page) throw notFound('Page')
  return page
}

const inForce = (version: { number: number; from: string; until: string | null } | null): ContentPage['version'] =>
  version && { number: version.number, from: version.from, until: version.until }
