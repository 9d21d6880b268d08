import { sql } from 'kysely'
import { ARTICLE_STATUSES, type ArticleSort } from '../../contract/domain/article-listing.ts'
import type { ArticleStatus } from '../../contract/domain/article-status.ts'
import type { Article } from '../../contract/api/articles.ts'
import type { Actor } from '../../contract/domain/policy.ts'
import { pageMeta, type Paged } from '../../contract/domain/page-numbers.ts'
import { journal } from '../../../journal.config.ts'
import type { Db } from '../database/connect.ts'
import { presentArticle } from './present.ts'
import { LISTED, loadArticles, type Page } from './queries.ts'
import { mentions, plainTitleSql } from './search-sql.ts'
import { displayedStatus } from './status-sql.ts'

export interface Listing {
  status?: ArticleStatus | undefined
  categoryId?: string | undefined
  /** Words in the title or in a person's name. */
  q?: string | undefined
  sort?: ArticleSort | undefined
}

type Counts = Record<ArticleStatus, number>

/**
 * Research Listings: articles in every state, filtered and sorted, and the number of each status that match
 * the other filters. The total is computed from these counts.
 */
export async function listAllArticles(
  db: Db,
  viewer: Actor,
  { status, sort = 'newest', ...filter }: Listing,
  page: Page,
): Promise<Paged<Article> & { counts: Counts }> {
  const among = narrowed(db, filter)
  const counts = await among
    .select(({ fn }) =>
      ARTICLE_STATUSES.map((each) => fn.countAll<number>().filterWhere(displayedStatus, '=', each).as(each)),
    )
    .executeTakeFirstOrThrow()
  const rows = await ordered(status === undefined ? among : among.where(displayedStatus, '=', status), sort)
    .select(LISTED)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const loaded = await loadArticles(db, rows, { withFiles: true })
  const total = status === undefined ? ARTICLE_STATUSES.reduce((sum, each) => sum + counts[each], 0) : counts[status]
  return {
    data: loaded.map((article) => presentArticle(article, viewer)),
    meta: pageMeta(page.page, page.limit, total),
    counts,
  }
}

function narrowed(db: Db, { categoryId, q }: Omit<Listing, 'status' | 'sort'>) {
  let query = db.selectFrom('articles')
  if (categoryId !== undefined) query = query.where('articles.category_id', '=', categoryId)
  if (q !== undefined) query = query.where(mentions(q))
  return query
}

function ordered(query: ReturnType<typeof narrowed>, sort: ArticleSort) {
  switch (sort) {
    case 'newest':
      return query.orderBy('articles.created_at', 'desc').orderBy('articles.id', 'desc')
    case 'oldest':
      return query.orderBy('articles.created_at').orderBy('articles.id')
    // Sorted by the database's own lower-casing and collation: letters beyond ASCII may come last.
    case 'title':
      return query.orderBy(sql`lower(${plainTitleSql})`).orderBy('articles.id')
    case 'author':
      return query.orderBy(sql`lower(${authorName})`).orderBy('articles.id')
  }
}

/** The name shown as an article's author in the list, chosen as in `present.ts`. */
const authorName = sql<string>`coalesce(
  (select users.full_name from users where users.id = articles.submitter_id),
  (select contributors.full_name from article_contributors
    inner join contributors on contributors.id = article_contributors.contributor_id
    where article_contributors.article_id = articles.id and article_contributors.role <> 'Reviewer'
    order by case article_contributors.role when 'Corresponding Author' then 0 else 1 end,
      contributors.created_at, article_contributors.position limit 1),
  ${sql.lit(journal.name)})`
