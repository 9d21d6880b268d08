import type { ArticleUsage } from '../../contract/api/usage.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'

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
export async function usageOf(db: Db, articleId: string): Promise<ArticleUsage | null> {
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
