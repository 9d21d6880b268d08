import type { ContentPage, pages } from '../../../contract/api/pages.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/errors.ts'
import { comparePairs } from '../../documents/compare.ts'
import { pageVersions, shownVersion, versionOn } from '../../settings/page-versions.ts'
import { blocksOf } from '../versions/compare-versions.ts'
import type { PageResources } from './resources.ts'

type Resources = Platform & PageResources

export const pageHandlers: Handlers<{ pages: typeof pages }, Resources>['pages'] = {
  read: async ({ contentPages, database: { db } }, { slug, on }) => {
    const page = requirePage(contentPages, slug)
    const today = dayOf(new Date())
    const versions = await pageVersions(db, slug, today)
    const [newest = null] = versions
    if (on === undefined) return { ...page, version: inForce(newest), isOfAnotherDay: false }
    // What is planned is not known before its day.
    const held = on >= today ? newest : (versionOn(versions, on) ?? null)
    const { title, html } = held ? await shownVersion(db, slug, held.number) : { title: null, html: null }
    return { ...page, title: title ?? page.title, html: html ?? '', version: inForce(held), isOfAnotherDay: true }
  },

  versions: async ({ contentPages, database: { db } }, { slug }) => ({
    slug,
    title: requirePage(contentPages, slug).title,
    versions: await pageVersions(db, slug),
  }),

  version: async ({ contentPages, database: { db } }, { slug, number }): Promise<ContentPage> => {
    const page = requirePage(contentPages, slug)
    const version = (await pageVersions(db, slug)).find((one) => one.number === number)
    if (!version) throw notFound('Version')
    const { title, html } = await shownVersion(db, slug, number)
    return { ...page, title: title ?? page.title, html: html ?? '', version: inForce(version), isOfAnotherDay: false }
  },

  changes: async ({ contentPages, workers, database: { db } }, { slug, number }) => {
    requirePage(contentPages, slug)
    const versions = await pageVersions(db, slug)
    const at = versions.findIndex((one) => one.number === number)
    const before = versions[at + 1]
    if (at < 0 || !before) throw notFound('Version')
    const [one, other] = [await shownVersion(db, slug, before.number), await shownVersion(db, slug, number)]
    const compared = await comparePairs(workers, [[blocksOf(one.html ?? ''), blocksOf(other.html ?? '')]])
    return { number, before: before.number, paragraphs: compared?.[0] ?? null }
  },
}

function requirePage(contentPages: PageResources['contentPages'], slug: string) {
  const page = contentPages.get(slug)
  if (!page) throw notFound('Page')
  return page
}

const inForce = (version: { number: number; from: string; until: string | null } | null): ContentPage['version'] =>
  version && { number: version.number, from: version.from, until: version.until }
