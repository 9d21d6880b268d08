import { sql } from 'kysely'
import type { BriefArticle, NearbyArticles, RelatedArticle } from '../../contract/api/related-articles.ts'
import { PUBLIC_CONTRIBUTOR_ROLES } from '../../contract/domain/contributor-roles.ts'
import type { Db } from '../database/connect.ts'
import type { TermRow } from '../database/term-tables.ts'
import { neighboursOf } from './neighbours.ts'

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
  const neighbours = await neighboursOf(db, id)
  if (!neighbours) return { previous: null, next: null, related: [] }
  const shared = await sharedWith(db, id)
  const brief = await briefArticles(db, [...shared.keys(), neighbours.previous, neighbours.next])
  return {
    previous: brief.get(neighbours.previous ?? '') ?? null,
    next: brief.get(neighbours.next ?? '') ?? null,
    related: [...shared]
      .flatMap(([other, what]) => {
        const article = brief.get(other)
        return article ? [{ ...article, shared: what }] : []
      })
      .sort((one, other) => score(other.shared) - score(one.shared) || (one.publishedAt < other.publishedAt ? 1 : -1))
      .slice(0, RELATED_MAX),
  }
}

const score = ({ authors, references, keywords }: Shared): number =>
  WEIGHTS.authors * Math.min(authors, COUNTED_MAX) +
  WEIGHTS.references * Math.min(references, COUNTED_MAX) +
  WEIGHTS.keywords * Math.min(keywords.length, COUNTED_MAX)

/** The public articles that have most in common with an article: a few more than are shown, by score. */
async function sharedWith(db: Db, id: string): Promise<Map<string, Shared>> {
  const shared = new Map<string, Shared>()
  const of = (other: string): Shared => {
    const present = shared.get(other) ?? { authors: 0, references: 0, keywords: [] }
    shared.set(other, present)
    return present
  }
  for (const { article_id, kind, label } of await sharedTerms(db, id)) {
    if (kind === 'keyword') of(article_id).keywords.push(label)
    else of(article_id).references++
  }
  for (const { article_id, authors } of await sharedAuthors(db, id)) of(article_id).authors = Number(authors)
  const best = [...shared].sort(([, one], [, other]) => score(other) - score(one))
  return new Map(best.slice(0, COMMON))
}

/** Keywords, as this article spells them, and cited works that public articles share with it. */
async function sharedTerms(db: Db, id: string) {
  const { rows } = await sql<Pick<TermRow, 'article_id' | 'kind' | 'label'>>`
    select other.article_id, own.kind, own.label
    from article_terms as own
      join article_terms as other on other.kind = own.kind and other.key = own.key
      join public_articles as articles on articles.id = other.article_id
    where own.article_id = ${id} and other.article_id <> ${id}
      and (select count(*) from (select 1 from article_terms as each
        where each.kind = own.kind and each.key = own.key limit ${sql.lit(COMMON + 1)}) as found) <= ${sql.lit(COMMON)}
  `.execute(db)
  return rows
}

/** How many authors an article shares with each public one; `authors.ts` defines who is the same person. */
async function sharedAuthors(db: Db, id: string) {
  const roles = sql.join(PUBLIC_CONTRIBUTOR_ROLES.map((role) => sql.lit(role)))
  const sharing = (isSame: ReturnType<typeof sql>) => sql`
    select theirs.article_id, own.id
    from article_contributors as here
      join contributors as own on own.id = here.contributor_id
      join contributors as other on ${isSame}
      join article_contributors as theirs on theirs.contributor_id = other.id
      join public_articles as articles on articles.id = theirs.article_id
    where here.article_id = ${id} and theirs.article_id <> ${id}
      and here.role in (${roles}) and theirs.role in (${roles})`
  const { rows } = await sql<{ article_id: string; authors: number }>`
    select article_id, count(distinct id) as authors from (
      ${sharing(sql`other.orcid = own.orcid`)}
      union all
      ${sharing(sql`lower(other.email) = lower(own.email) and other.email <> '' and own.email <> ''
        and other.full_name = own.full_name and other.orcid is null and own.orcid is null`)}
    ) as same group by article_id
  `.execute(db)
  return rows
}

/** Titles and authors of public articles, by id. */
async function briefArticles(db: Db, wanted: readonly (string | null)[]): Promise<Map<string, BriefArticle>> {
  const ids = [...new Set(wanted.filter((id) => id !== null))]
  if (!ids.length) return new Map()
  const articles = await db
    .selectFrom('public_articles')
    .select(['id', 'title', 'published_at'])
    .where('id', 'in', ids)
    .execute()
  const people = await db
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'contributor_id')
    .select(['article_id', 'full_name'])
    .where('article_id', 'in', ids)
    .where('role', 'in', PUBLIC_CONTRIBUTOR_ROLES)
    .orderBy('contributors.created_at')
    .orderBy('position')
    .execute()
  const authorsOf = Map.groupBy(people, ({ article_id }) => article_id)
  return new Map(
    articles.map(({ id, title, published_at }) => [
      id,
      { id, title, publishedAt: published_at!, authors: (authorsOf.get(id) ?? []).map(({ full_name }) => full_name) },
    ]),
  )
}
