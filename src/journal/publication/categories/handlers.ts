import type { categories } from '../../../contract/api/categories.ts'
import type { Handlers } from '../../../platform/call.ts'
import { createCategory, removeCategory, updateCategory, type CategoryRow } from './commands.ts'
import { listCategoriesWithCounts } from './queries.ts'

const present = ({ id, name, slug, created_at }: CategoryRow) => ({ id, name, slug, createdAt: created_at })

export const categoryHandlers: Handlers<{ categories: typeof categories }>['categories'] = {
  list: async ({ database }) =>
    (await listCategoriesWithCounts(database.db)).map(({ count, ...row }) => ({ ...present(row), count })),

  create: async ({ database, caller }, form) =>
    present(await database.transaction((tx) => createCategory(tx, caller.userId, form))),

  update: async ({ database, caller }, { id, ...form }) =>
    present(await database.transaction((tx) => updateCategory(tx, caller.userId, id, form))),

  remove: async ({ database, caller }, { id }) => {
    await removeCategory(database, caller.userId, id)
    return { message: 'Category deleted successfully' }
  },
}
