import { sql } from 'kysely'
import type { ArticleUsage, Counts } from '../../contract/api/usage.ts'
import { UNCOUNTED_ARTICLES } from '../../journal/publication/samples.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import type { Page } from '../../platform/database/list-pages.ts'

/**
 * Makes the numbers that articles' pages show, once for each day; another process may be first. Pages are kept until
 * something on the site changes, so they cannot show numbers of this minute.
 */
export async function renewTotals({ transaction }: Pick<Database, 'transaction'>, day: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('usage_days')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return false
    await tx.deleteFrom('usage_totals').execute()
    const { numInsertedOrUpdatedRows: articles } = await tx
      .insertInto('usage_totals')
      .columns(['article_id', 'views', 'downloads'])
      .expression((select) =>
        select
          .selectFrom('usage_months')
          .select(({ fn }) => [
            'article_id',
            fn.sum<number>('views').as('views'),
            fn.sum<number>('downloads').as('downloads'),
          ])
          .groupBy('article_id'),
      )
      .executeTakeFirstOrThrow()
    if (articles) await touchPublicSite(tx)
    return true
  })
}

/** The use of a public article up to the end of a day; null before the first day, and for other articles. */
export async function loadUsage(db: Db, articleId: string): Promise<ArticleUsage | null> {
  const row = await db
    .selectFrom('public_articles as article')
    .leftJoin('usage_totals as total', 'total.article_id', 'article.id')
    .select((select) => [
      'total.views',
      'total.downloads',
      select
        .selectFrom('usage_days')
        .select(({ fn }) => fn.max<string | null>('day').as('day'))
        .as('day'),
    ])
    .where('article.id', '=', articleId)
    .executeTakeFirst()
  return row?.day ? { views: row.views ?? 0, downloads: row.downloads ?? 0, until: row.day } : null
}

export interface Period {
  /** YYYY-MM, both included. */
  from: string
  to: string
}

const within = (db: Db, { from, to }: Period) =>
  db
    .selectFrom('usage_months as usage')
    .where('usage.month', '>=', from)
    .where('usage.month', '<=', to)
    .where('usage.article_id', 'not in', UNCOUNTED_ARTICLES)

// PostgreSQL's sums are of a larger type, which arrives as text.
const sum = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(`usage.${column}`)}), 0) as integer)`
const SUMS = [
  sum('views').as('views'),
  sum('downloads').as('downloads'),
  sum('total_investigations').as('totalInvestigations'),
  sum('unique_investigations').as('uniqueInvestigations'),
  sum('total_requests').as('totalRequests'),
  sum('unique_requests').as('uniqueRequests'),
] as const

/** The whole journal's use in each month that has any. */
export const usageByMonth = (db: Db, period: Period): Promise<(Counts & { month: string })[]> =>
  within(db, period).select('usage.month').select(SUMS).groupBy('usage.month').orderBy('usage.month').execute()

/** The articles that were used, the most used first, with the number of all of them. */
export async function usageByArticle(db: Db, period: Period, { page, limit }: Page) {
  const { total } = await within(db, period)
    .select(({ fn }) => fn.count<number>('usage.article_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await within(db, period)
    .select('usage.article_id as id')
    .select(SUMS)
    .groupBy('usage.article_id')
    .orderBy('totalRequests', 'desc')
    .orderBy('totalInvestigations', 'desc')
    .orderBy('usage.article_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const names = await loadNames(
    db,
    rows.map(({ id }) => id),
  )
  return {
    total: Number(total),
    rows: rows.map((row) => ({ ...row, ...(names.get(row.id) ?? { title: 'Removed article', isPublic: false }) })),
  }
}

/** The titles of articles as plain text, also of those that have been removed. */
async function loadNames(db: Db, ids: string[]): Promise<Map<string, { title: string; isPublic: boolean }>> {
  if (!ids.length) return new Map()
  const [articles, removed, open] = await Promise.all([
    db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute(),
    db.selectFrom('article_tombstones').select(['id', 'title']).where('id', 'in', ids).execute(),
    db.selectFrom('public_articles').select('id').where('id', 'in', ids).execute(),
  ])
  const isPublic = new Set(open.map(({ id }) => id))
  return new Map(
    [...removed, ...articles].map(({ id, title }) => [id, { title: plainTitle(title), isPublic: isPublic.has(id) }]),
  )
}

/** What reports say of each article and month. An article without a date of publication has been removed. */
export const usageRows = (db: Db, period: Period) =>
  within(db, period)
    .leftJoin('articles', 'articles.id', 'usage.article_id')
    .leftJoin('article_tombstones as removed', 'removed.id', 'usage.article_id')
    .select(['usage.article_id', 'usage.month', 'usage.total_investigations', 'usage.unique_investigations'])
    .select(['usage.total_requests', 'usage.unique_requests'])
    .select(({ fn }) => [
      fn.coalesce('articles.title', 'removed.title').as('title'),
      fn.coalesce('articles.doi', 'removed.doi').as('doi'),
      fn.coalesce('articles.published_at', 'removed.published_at').as('published_at'),
    ])
    .orderBy('usage.article_id')
    .orderBy('usage.month')
    .execute()
