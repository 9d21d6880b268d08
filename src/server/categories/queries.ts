import type { Db } from '../database/connect.ts'

/** All categories, newest first, each with its number of public articles. */
export const listCategoriesWithCounts = (db: Db) =>
  db
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
    .orderBy('categories.created_at', 'desc')
    .orderBy('categories.id', 'desc')
    .execute()
