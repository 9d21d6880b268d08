import { paths } from '../../contract/rules/site/paths.ts'
import { isShown } from '../publication/volumes/shown.ts'
import { newsAddresses, thisDay } from '../publication/announcements/queries.ts'
import { countPublic } from '../publication/articles/queries.ts'
import { loadSubjectAddresses } from './related/subject-pages.ts'
import type { Db } from '../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../platform/database/list-pages.ts'
import type { PublicAnswer } from '../../platform/http/cached-answer.ts'
import { notFound } from '../../platform/errors.ts'
import { element, xmlDocument, type Xml } from '../../platform/xml.ts'

/**
 * The maximum number of URLs in one sitemap. sitemaps.org allows 50,000; a part of 1,000 is made and fetched
 * quickly, and an index of 50,000 parts is long enough.
 */
const MOST = 1_000
/** The part with the pages of keywords and authors. */
const SUBJECTS = 'browsing'
const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** Every public page that is for indexes, `ofTexts` those that the journal writes; beyond the limit of one file, an index of parts. */
export async function sitemap(
  db: Db,
  publicUrl: string,
  ofTexts: readonly string[],
  most = MOST,
): Promise<PublicAnswer> {
  const [pages, subjects, articles] = [
    await pageAddresses(db, ofTexts),
    await loadSubjectAddresses(db),
    await countPublic(db),
  ]
  if (pages.length + subjects.length + articles <= most) {
    return answer(
      urlSet([
        ...[...pages, ...subjects].map((path) => address(publicUrl + path)),
        ...(await articleAddresses(db, publicUrl, { page: 1, limit: most })),
      ]),
    )
  }
  const numbered = Array.from({ length: 1 + Math.ceil(articles / most) }, (_, index) => `${index + 1}`)
  const parts = [...numbered, ...(subjects.length ? [SUBJECTS] : [])]
  return answer(
    element(
      'sitemapindex',
      NAMESPACE,
      parts.map((part) => element('sitemap', {}, element('loc', {}, `${publicUrl}/sitemap-${part}.xml`))),
    ),
  )
}

/**
 * Part 1 of the index has the journal's own pages, every further one a range of articles, oldest first; the pages of
 * keywords and authors, of which there are at most 40,000, are a part by themselves.
 */
export async function sitemapPart(
  db: Db,
  publicUrl: string,
  { part, ofTexts }: { part: string; ofTexts: readonly string[] },
  most = MOST,
): Promise<PublicAnswer> {
  const listed = (paths: string[]) => answer(urlSet(paths.map((path) => address(publicUrl + path))))
  if (part === SUBJECTS) return listed(await loadSubjectAddresses(db))
  if (!/^[1-9]\d{0,5}$/.test(part)) throw notFound('Page')
  const number = Number(part)
  if (number === 1) return listed(await pageAddresses(db, ofTexts))
  const articles = await articleAddresses(db, publicUrl, { page: number - 1, limit: most })
  if (!articles.length) throw notFound('Page')
  return answer(urlSet(articles))
}

const answer = (root: Xml): PublicAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: xmlDocument(root),
})

const urlSet = (addresses: Xml[]): Xml => element('urlset', NAMESPACE, addresses)

const address = (url: string, lastChange?: string): Xml =>
  element('url', {}, element('loc', {}, url), lastChange && element('lastmod', {}, lastChange))

async function pageAddresses(db: Db, ofTexts: readonly string[]): Promise<string[]> {
  const categories = await db
    .selectFrom('categories')
    .select('id')
    .where('merged_into', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const volumes = await db
    .selectFrom('volumes')
    .select('id')
    .where(isShown)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const news = await newsAddresses(db, thisDay())
  return [
    paths.home,
    paths.articles,
    paths.categories,
    ...categories.map(({ id }) => paths.category(id)),
    paths.archives,
    ...volumes.map(({ id }) => paths.volume(id)),
    paths.notices,
    ...(news.length ? [paths.news, ...news.map(({ slug }) => paths.newsItem(slug))] : []),
    paths.editorialMembers,
    ...ofTexts,
  ]
}

/** Oldest first, so that full parts do not change when articles are added. */
async function articleAddresses(db: Db, publicUrl: string, part: Page): Promise<Xml[]> {
  const all = db.selectFrom('public_articles').select('id')
  const { ids } = await idsOnPage(all, OLDEST, part, await countPublic(db))
  if (!ids.length) return []
  const rows = await db.selectFrom('public_articles').select(['id', 'updated_at']).where('id', 'in', ids).execute()
  const reviewed = await db
    .selectFrom('published_reviews')
    .innerJoin('public_articles', 'public_articles.id', 'published_reviews.article_id')
    .select('article_id')
    .distinct()
    .where('article_id', 'in', ids)
    .where('public_articles.standing', '<>', 'removed')
    .execute()
  const withReviews = new Set(reviewed.map(({ article_id }) => article_id))
  // A part has room for both pages of each article.
  return inOrderOf(ids, rows, ({ id }) => id).flatMap((row) => [
    address(publicUrl + paths.article(row.id), row.updated_at),
    ...(withReviews.has(row.id) ? [address(publicUrl + paths.articleReviews(row.id), row.updated_at)] : []),
  ])
}

const OLDEST: Order = [
  ['published_at', 'asc'],
  ['id', 'asc'],
]
