import type { categories } from '../../contract/categories.ts'
import type { Handlers } from '../call.ts'
import { listCategoriesWithCounts } from './queries.ts'

const notBuilt = () => Promise.reject(new Error('not built yet'))

export const categoryHandlers: Handlers<{ categories: typeof categories }>['categories'] = {
  list: async ({ database }) =>
    (await listCategoriesWithCounts(database.db)).map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      createdAt: row.created_at,
      count: row.count,
    })),
  create: notBuilt,
  update: notBuilt,
  remove: notBuilt,
}
