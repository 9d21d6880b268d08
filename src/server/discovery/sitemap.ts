import { POLICY_PAGES } from '../../contract/domain/policy-pages.ts'
import { paths, policyPath } from '../../contract/domain/paths.ts'
import type { Db } from '../database/connect.ts'
import type { PublicAnswer } from '../http/kept-answer.ts'
import { notFound } from '../domain-error.ts'
import { element, xmlDocument, type Xml } from '../xml.ts'

interface Limits {
  /** The maximum number of URLs in one sitemap (sitemaps.org). */
  most: number
  /** Articles read at a time; only their URLs and dates. */
  atATime: number
}
const LIMITS: Limits = { most: 50_000, atATime: 5_000 }
const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** Every public page; beyond the limit of one file, an index of parts. */
export async function sitemap(db: Db, publicUrl: string, limits = LIMITS): Promise<PublicAnswer> {
  const [pages, articles] = [await pageAddresses(db), await countArticles(db)]
  if (pages.length + articles <= limits.most) {
    return answer(
      urlSet([
        ...pages.map((path) => address(publicUrl + path)),
        ...(await articleAddresses(db, publicUrl, 0, limits)),
      ]),
    )
  }
  const parts = 1 + Math.ceil(articles / limits.most)
  return answer(
    element(
      'sitemapindex',
      NAMESPACE,
      Array.from({ length: parts }, (_, index) =>
        element('sitemap', {}, element('loc', {}, `${publicUrl}/sitemap-${index + 1}.xml`)),
      ),
    ),
  )
}

/** Part 1 of the index has the pages, every further one a range of articles, oldest first. */
export async function sitemapPart(db: Db, publicUrl: string, part: string, limits = LIMITS): Promise<PublicAnswer> {
  if (!/^[1-9]\d{0,5}$/.test(part)) throw notFound('Page')
  const number = Number(part)
  if (number === 1) return answer(urlSet((await pageAddresses(db)).map((path) => address(publicUrl + path))))
  const articles = await articleAddresses(db, publicUrl, (number - 2) * limits.most, limits)
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

async function pageAddresses(db: Db): Promise<string[]> {
  const categories = await db.selectFrom('categories').select('id').orderBy('created_at').orderBy('id').execute()
  const volumes = await db.selectFrom('volumes').select('id').orderBy('created_at').orderBy('id').execute()
  return [
    paths.home,
    paths.articles,
    paths.categories,
    ...categories.map(({ id }) => paths.category(id)),
    paths.archives,
    ...volumes.map(({ id }) => paths.volume(id)),
    paths.about,
    paths.editorialMembers,
    ...POLICY_PAGES.map(({ slug }) => policyPath(slug)),
  ]
}

async function countArticles(db: Db): Promise<number> {
  const row = await db
    .selectFrom('public_articles')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Oldest first, so that full parts do not change when articles are added. */
async function articleAddresses(db: Db, publicUrl: string, skip: number, { most, atATime }: Limits): Promise<Xml[]> {
  const addresses: Xml[] = []
  let last: { published_at: string | null; id: string } | undefined
  while (addresses.length < most) {
    let query = db
      .selectFrom('public_articles')
      .select(['id', 'published_at', 'updated_at'])
      .orderBy('published_at')
      .orderBy('id')
      .limit(Math.min(atATime, most - addresses.length))
    if (last) {
      const { published_at, id } = last
      query = query.where((where) => where(where.refTuple('published_at', 'id'), '>', where.tuple(published_at, id)))
    } else if (skip) {
      query = query.offset(skip)
    }
    const rows = await query.execute()
    addresses.push(...rows.map((row) => address(publicUrl + paths.article(row.id), row.updated_at)))
    last = rows.at(-1)
    if (rows.length < atATime) break
  }
  return addresses
}
