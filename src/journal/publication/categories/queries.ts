import type { Db } from '../../../platform/database/connect.ts'

/** All categories, each with its number of public articles: the largest first, then by name. */
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
    ])
    .execute()
  // Sorted here, because the databases collate letters beyond A to Z differently.
  return categories
    .map(({ kept, ...category }) => ({ ...category, count: kept ?? 0 }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}
