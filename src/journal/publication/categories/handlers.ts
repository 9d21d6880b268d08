import type { Selectable } from 'kysely'
import {
  type categories,
  CATEGORY_NAME_TAKEN,
  CATEGORY_SLUG_TAKEN,
  type CategoryForm,
  categoryInUse,
} from '../../../contract/api/categories.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import { type Database, isUniqueViolation, type Tx } from '../../../platform/database/connect.ts'
import { removeUnlessInUse } from '../../../platform/database/remove-unless-in-use.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
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

type CategoryRow = Selectable<Tables['categories']>

/** Creates a category; refuses a name (in any letter case) or a slug that is already in use. */
async function createCategory(tx: Tx, actorId: string, { name, slug }: CategoryForm): Promise<CategoryRow> {
  await refuseTaken(tx, null, { name, slug })
  const at = now()
  const category = { id: newId(), name, slug, created_at: at, updated_at: at, version: 1 }
  await mapUniqueViolation(tx.insertInto('categories').values(category).execute())
  await writeAuditEntry(tx, actorId, 'category.create', category.id, { after: { name, slug } })
  await touchPublicSite(tx)
  return category
}

/** Changes a category's name and slug, under the same rules. */
async function updateCategory(tx: Tx, actorId: string, id: string, { name, slug }: CategoryForm): Promise<CategoryRow> {
  const before = await findCategory(tx, id)
  await refuseTaken(tx, id, { name, slug })
  const after = { ...before, name, slug, updated_at: now(), version: before.version + 1 }
  const updated = await mapUniqueViolation(
    tx
      .updateTable('categories')
      .set({ name, slug, updated_at: after.updated_at, version: after.version })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst(),
  )
  if (updated.numUpdatedRows === 0n) throw justChanged()
  await writeAuditEntry(tx, actorId, 'category.update', id, {
    before: { name: before.name, slug: before.slug },
    after: { name, slug },
  })
  await touchPublicSite(tx)
  return after
}

/** Deletes a category that has no articles. */
const removeCategory = (database: Database, actorId: string, id: string): Promise<void> =>
  removeUnlessInUse(database, { column: 'category_id', id }, categoryInUse, async (tx) => {
    const { name, slug } = await findCategory(tx, id)
    const removed = await tx.deleteFrom('categories').where('id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('Category')
    await writeAuditEntry(tx, actorId, 'category.delete', id, { before: { name, slug } })
    await touchPublicSite(tx)
  })

async function findCategory(tx: Tx, id: string): Promise<CategoryRow> {
  const category = await tx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
  if (!category) throw notFound('Category')
  return category
}

/** Compares letter case for every script: SQLite's own `lower` knows only A to Z. */
async function refuseTaken(tx: Tx, id: string | null, { name, slug }: CategoryForm): Promise<void> {
  const all = await tx.selectFrom('categories').select(['id', 'name', 'slug']).execute()
  const others = all.filter((other) => other.id !== id)
  const errors = {
    ...(others.some((other) => other.name.toLowerCase() === name.toLowerCase()) ? { name: CATEGORY_NAME_TAKEN } : {}),
    ...(others.some((other) => other.slug === slug) ? { slug: CATEGORY_SLUG_TAKEN } : {}),
  }
  const [message] = Object.values(errors)
  if (message !== undefined) throw new DomainError('conflict', message, { errors })
}

/** Concurrent writes: the unique index decides, and its error is mapped to the same message. */
async function mapUniqueViolation<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error, 'categories_name')) throw taken('name', CATEGORY_NAME_TAKEN)
    if (isUniqueViolation(error, 'categories_slug')) throw taken('slug', CATEGORY_SLUG_TAKEN)
    throw error
  }
}

const taken = (field: string, message: string) => new DomainError('conflict', message, { errors: { [field]: message } })
const justChanged = () =>
  new DomainError('conflict', 'Someone else has just changed this category. Reload to see the change.')
