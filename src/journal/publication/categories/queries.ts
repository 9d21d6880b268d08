import { sql } from 'kysely'
import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** All categories, each with its number of public articles, notices not among them: the largest first, then by name. */
export async function listCategoriesWithCounts(db: Db) {
  const categories = await db
    .selectFrom('categories')
    .selectAll('categories')
    .select((select) => [
      select
        .selectFrom('category_counts')
        .select('category_counts.articles')
        .whereRef('category_counts.category_id', '=', 'categories.id')
        .where('category_counts.status', '=', 'published')
        .as('kept'),
      // Few, and found by an index of their own.
      select
        .selectFrom('public_articles')
        .select(({ fn }) => fn.countAll<number | string>().as('notices'))
        .whereRef('public_articles.category_id', '=', 'categories.id')
        .where('public_articles.type', '<>', sql.lit(RESEARCH_ARTICLE))
        .as('notices'),
    ])
    .execute()
  // Sorted here, because the databases collate letters beyond A to Z differently.
  return categories
    .map(({ kept, notices, ...category }) => ({ ...category, count: (kept ?? 0) - Number(notices) }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}
