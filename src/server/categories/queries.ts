import type { Db } from '../database/connect.ts'

/** All categories, each with its number of public articles: the largest first, then by name. */
export async function listCategoriesWithCounts(db: Db) {
  const categories = await db
    .selectFrom('categories')
    .selectAll('categories')
    .select((select) => [
      select
        .selectFrom('public_articles')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .whereRef('public_articles.category_id', '=', 'categories.id')
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .execute()
  // Sorted here, because the databases collate letters beyond A to Z differently.
  return categories.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}
