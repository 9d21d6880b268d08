import { type ExpressionBuilder, sql } from 'kysely'
import type { BriefArticle, NearbyArticles, RelatedArticle } from '../../../contract/api/related.ts'
import { publicTitle, RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { TermRow } from '../../../platform/database/search-tables.ts'

const RELATED_MAX = 5

/** What more articles than this have in common says little about two of them, and would take long to read. */
const COMMON = 200

/** How much each thing in common counts. */
const WEIGHTS = { authors: 3, references: 2, keywords: 1 } as const

/** Further ones say nothing more: a research group cites itself, and an author lists ten keywords. */
const COUNTED_MAX = 4

type Shared = RelatedArticle['shared']

/** Where readers may go on from an article: nowhere, if it is not public. */
export async function nearbyArticles(db: Db, id: string): Promise<NearbyArticles> {
  const neighbours = await loadNeighbours(db, id)
  if (!neighbours) return { previous: null, next: null, related: [] }
  const shared = await sharedWith(db, id)
  const brief = await briefArticles(db, [...shared.keys(), neighbours.previous, neighbours.next])
  return {
    previous: brief.get(neighbours.previous ?? '') ?? null,
    next: brief.get(neighbours.next ?? '') ?? null,
    related: [...shared].flatMap(([other, what]) => {
      const article = brief.get(other)
      return article ? [{ ...article, shared: what }] : []
    }),
  }
}

const score = ({ authors, references, keywords }: Shared): number =>
  WEIGHTS.authors * Math.min(authors, COUNTED_MAX) +
  WEIGHTS.references * Math.min(references, COUNTED_MAX) +
  WEIGHTS.keywords * Math.min(keywords.length, COUNTED_MAX)

/** The public articles that have most in common with an article, the best first; of equals the newest. */
async function sharedWith(db: Db, id: string): Promise<Map<string, Shared>> {
  const found = new Map<string, { shared: Shared; publishedAt: string }>()
  for (const { article_id, kind, label, published_at } of await sharedTerms(db, id)) {
    const { shared } =
      found.get(article_id) ??
      found
        .set(article_id, { shared: { authors: 0, references: 0, keywords: [] }, publishedAt: published_at })
        .get(article_id)!
    if (kind === 'keyword') shared.keywords.push(label)
    else if (kind === 'author') shared.authors++
    else shared.references++
  }
  const best = [...found]
    .sort(
      ([, one], [, other]) => score(other.shared) - score(one.shared) || (one.publishedAt < other.publishedAt ? 1 : -1),
    )
    .slice(0, RELATED_MAX)
  return new Map(best.map(([other, { shared }]) => [other, shared]))
}

/**
 * The authors, the keywords, as this article spells them, and the cited works that public articles share with it. `authors.ts`
 * has the rule of who is the same person.
 */
async function sharedTerms(db: Db, id: string) {
  const { rows } = await sql<Pick<TermRow, 'article_id' | 'kind' | 'label'> & { published_at: string }>`
    select other.article_id, own.kind, own.label, articles.published_at
    from article_terms as own
      join article_terms as other on other.kind = own.kind and other.key = own.key
      join public_articles as articles on articles.id = other.article_id
    where own.article_id = ${id} and other.article_id <> ${id}
      and articles.standing not in ('retracted', 'removed') and articles.type = ${sql.lit(RESEARCH_ARTICLE)}
      and (select count(*) from (select 1 from article_terms as each
        where each.kind = own.kind and each.key = own.key limit ${sql.lit(COMMON + 1)}) as found) <= ${sql.lit(COMMON)}
  `.execute(db)
  return rows
}

/** Titles and authors of public articles, by id. */
async function briefArticles(db: Db, wanted: readonly (string | null)[]): Promise<Map<string, BriefArticle>> {
  const ids = [...new Set(wanted.filter((id) => id !== null))]
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('public_articles as article')
    .leftJoin('article_contributors as link', 'link.article_id', 'article.id')
    .leftJoin('contributors as person', 'person.id', 'link.contributor_id')
    .select(['article.id', 'article.title', 'article.standing', 'article.published_at', 'person.full_name'])
    .where('article.id', 'in', ids)
    .orderBy('person.created_at')
    .orderBy('link.position')
    .execute()
  const brief = new Map<string, BriefArticle>()
  for (const { id, title, standing, published_at, full_name } of rows) {
    const article = brief.get(id) ?? {
      ...{ id, title: publicTitle(title, standing), standing },
      ...{ publishedAt: published_at!, authors: [] },
    }
    if (full_name !== null) article.authors.push(full_name)
    brief.set(id, article)
  }
  return brief
}

/** The article before and after another one in its volume, in the order of the volume's page. */
async function loadNeighbours(db: Db, id: string): Promise<{ previous: string | null; next: string | null } | null> {
  const article = await db
    .selectFrom('public_articles as article')
    .select((select) => ['article.id', nearest(select, 'before').as('previous'), nearest(select, 'after').as('next')])
    .where('article.id', '=', id)
    .executeTakeFirst()
  return article ? { previous: article.previous, next: article.next } : null
}

type Select = ExpressionBuilder<Tables & { article: Tables['public_articles'] }, 'article'>

/** By first page, then newest first: as `BY_PAGES` in `journal/publication/articles/queries.ts`. */
function nearest(select: Select, side: 'before' | 'after') {
  const [lower, higher] = side === 'before' ? (['<', '>'] as const) : (['>', '<'] as const)
  const [near, far] = side === 'before' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  return select
    .selectFrom('public_articles as other')
    .select('other.id')
    .whereRef('other.volume_id', '=', 'article.volume_id')
    .where(({ and, or, eb, ref }) =>
      or([
        eb('other.page_order', lower, ref('article.page_order')),
        and([
          eb('other.page_order', '=', ref('article.page_order')),
          eb('other.published_at', higher, ref('article.published_at')),
        ]),
        and([
          eb('other.page_order', '=', ref('article.page_order')),
          eb('other.published_at', '=', ref('article.published_at')),
          eb('other.id', higher, ref('article.id')),
        ]),
      ]),
    )
    .orderBy('other.page_order', near)
    .orderBy('other.published_at', far)
    .orderBy('other.id', far)
    .limit(1)
}
