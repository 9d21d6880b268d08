import type { Author } from '../../../contract/api/related.ts'
import { authorKey } from '../../../contract/rules/people/author-names.ts'
import { pageMeta } from '../../../contract/rules/site/page-numbers.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, type Order, type Page } from '../../../platform/database/list-pages.ts'
import { notFound } from '../../../platform/errors.ts'
import { keywordSlug } from '../../../contract/rules/articles/keywords.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { printedAs, type Printed, publicAuthors } from '../../publication/articles/printed-authors.ts'
import { loadPublicArticles } from '../../publication/articles/queries.ts'

/** The page of an author: everything is read as it is now, so that a corrected or removed contributor has none. */
export async function authorWithArticles(db: Db, key: string, { page, limit }: Page) {
  const printed = await printedAs(db, key)
  const newest = printed[0]
  if (!newest) throw notFound('Author')
  const ids = [...new Set(printed.map(({ article_id }) => article_id))]
  const onPage = ids.slice((page - 1) * limit, page * limit)
  const names = [...new Set(printed.map(({ full_name }) => full_name))]
  return {
    data: await loadPublicArticles(db, onPage),
    meta: pageMeta(page, limit, ids.length),
    author: {
      id: authorKey({ contributorId: firstOf(printed).id, orcidId: newest.orcid }),
      fullName: newest.full_name,
      otherNames: names.slice(1),
      isGroup: newest.is_group === 1,
      orcidId: newest.orcid,
      orcidAuthenticated: printed.some(({ orcid_authenticated_at }) => orcid_authenticated_at !== null),
      affiliations: await loadAffiliations(
        db,
        printed.map(({ id }) => id),
      ),
      sameName: await articlesWithName(db, names, ids),
    } satisfies Author,
  }
}

/** The contributor whose id stays when the person publishes again. */
const firstOf = (printed: readonly Printed[]): Printed =>
  printed.reduce((first, one) =>
    one.created_at < first.created_at || (one.created_at === first.created_at && one.id < first.id) ? one : first,
  )

/** Affiliations as printed, in the order of these contributors, each once. */
async function loadAffiliations(db: Db, contributorIds: readonly string[]): Promise<string[]> {
  const places = await db
    .selectFrom('contributor_affiliations')
    .select(['contributor_id', 'line'])
    .where('contributor_id', 'in', contributorIds)
    .orderBy('position')
    .execute()
  const linesOf = Map.groupBy(places, ({ contributor_id }) => contributor_id)
  return [...new Set(contributorIds.flatMap((id) => (linesOf.get(id) ?? []).map(({ line }) => line)))]
}

/** The number of further public articles by authors of exactly these names. */
async function articlesWithName(db: Db, names: readonly string[], besides: readonly string[]): Promise<number> {
  const others = await publicAuthors(db)
    .select('article_id')
    .distinct()
    .where('contributors.full_name', 'in', names)
    .execute()
  const own = new Set(besides)
  return others.filter(({ article_id }) => !own.has(article_id)).length
}

const NEWEST: Order = [
  ['published_at', 'desc'],
  ['id', 'desc'],
]

/** The public articles with a keyword, newest first; unknown keywords are not found. */
export async function articlesWithKeyword(db: Db, asked: string, page: Page) {
  const slug = keywordSlug(asked)
  const spellings = slug === undefined ? [] : await loadSpellings(db, slug)
  const name = spellings[0]?.label
  if (slug === undefined || name === undefined) throw notFound('Keyword')
  const total = spellings.reduce((sum, { articles }) => sum + articles, 0)
  const { ids, meta } = await idsOnPage(withKeyword(db, slug).select('articles.id'), NEWEST, page, total)
  return { data: await loadPublicArticles(db, ids), meta, keyword: { slug, name } }
}

const withKeyword = (db: Db, slug: string) =>
  db
    .selectFrom('article_terms')
    .innerJoin('public_articles as articles', 'articles.id', 'article_terms.article_id')
    .where('article_terms.kind', '=', 'keyword')
    .where('article_terms.key', '=', slug)

/** How public articles spell a keyword, the most frequent spelling first. */
async function loadSpellings(db: Db, slug: string) {
  const spellings = await withKeyword(db, slug)
    .select((select) => ['article_terms.label', select.fn.countAll<number>().as('articles')])
    .groupBy('article_terms.label')
    .execute()
  // Sorted here, because the databases collate capitals differently.
  return spellings.sort((one, other) => other.articles - one.articles || (one.label < other.label ? -1 : 1))
}

/** So many of each are listed: a sitemap has room for 50,000 addresses in all. */
const MOST = 20_000

/**
 * The pages of keywords and authors, for the sitemap, in a fixed order. Authors without an ORCID iD are left out, as
 * their pages are not indexed.
 */
export async function loadSubjectAddresses(db: Db): Promise<string[]> {
  const keywords = await db
    .selectFrom('article_terms')
    .innerJoin('public_articles as articles', 'articles.id', 'article_terms.article_id')
    .select('article_terms.key')
    .where('article_terms.kind', '=', 'keyword')
    .distinct()
    .orderBy('article_terms.key')
    .limit(MOST)
    .execute()
  const authors = await db
    .selectFrom('contributors')
    .innerJoin('article_contributors', 'article_contributors.contributor_id', 'contributors.id')
    .innerJoin('public_articles as articles', 'articles.id', 'article_contributors.article_id')
    .select('contributors.orcid')
    .where('contributors.orcid', 'is not', null)
    .distinct()
    .orderBy('contributors.orcid')
    .limit(MOST)
    .execute()
  return [...keywords.map(({ key }) => paths.keyword(key)), ...authors.map(({ orcid }) => paths.author(orcid!))]
}
