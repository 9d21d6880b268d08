import {
  type categories,
  CATEGORY_NAME_TAKEN,
  CATEGORY_SLUG_TAKEN,
  type CategoryForm,
  categoryInUse,
  LED_TO,
  slugOfMerged,
} from '../../../contract/api/categories.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import { type Database, isUniqueViolation, type Tx } from '../../../platform/database/connect.ts'
import { removeUnlessInUse } from '../../../platform/database/remove-unless-in-use.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { forgetCategory } from '../../accounts/duties/follow-category.ts'
import { mergeCategory, mergePlan, undoableMerges, undoMerge } from './merge.ts'
import { nextPosition, placeCategory } from './place.ts'
import { type CategoryRow, listCategoriesWithCounts } from './queries.ts'

const present = ({ id, name, slug, created_at, description, closed_at }: CategoryRow) => ({
  ...{ id, name, slug, description },
  createdAt: created_at,
  closed: closed_at !== null,
})

export const categoryHandlers: Handlers<{ categories: typeof categories }>['categories'] = {
  list: async ({ database }) =>
    (await listCategoriesWithCounts(database.db)).map(({ count, formerIds, ...row }) => ({
      ...present(row),
      count,
      formerIds,
    })),

  create: async ({ database, caller }, form) =>
    present(await database.transaction((tx) => createCategory(tx, caller.userId, form))),

  update: async ({ database, caller }, { id, ...form }) =>
    present(await database.transaction((tx) => updateCategory(tx, caller.userId, id, form))),

  remove: async ({ database, caller }, { id }) => {
    await removeCategory(database, caller.userId, id)
    return { message: 'Category deleted successfully' }
  },

  place: async ({ database, caller }, { id, place }) => ({
    message: await database.transaction((tx) => placeCategory(tx, caller.userId, id, place)),
  }),

  mergePlan: async ({ database }, { id }) => mergePlan(database.db, id),

  merge: async ({ database, caller }, input) => ({
    message: await database.transaction((tx) => mergeCategory(tx, caller.userId, input)),
  }),

  undoableMerges: ({ database }) => undoableMerges(database.db),

  undoMerge: async ({ database, caller }, { id }) => ({
    message: await database.transaction((tx) => undoMerge(tx, caller.userId, id)),
  }),
}

/** Creates a category, the last of all; refuses a name (in any letter case) or a slug that is already in use. */
async function createCategory(tx: Tx, actorId: string, form: CategoryForm): Promise<CategoryRow> {
  await refuseTaken(tx, null, form)
  const { name, slug } = form
  const at = now()
  const category = {
    ...{ id: newId(), name, slug, created_at: at, updated_at: at, version: 1, merged_into: null },
    ...content(form, at, { description: '', closed_at: null }),
    position: await nextPosition(tx),
  }
  await mapUniqueViolation(tx.insertInto('categories').values(category).execute())
  await writeAuditEntry(tx, actorId, 'category.create', category.id, { after: recorded(category) })
  await touchPublicSite(tx)
  return category
}

/** Changes a category's name, slug, description and whether it is closed, under the same rules. */
async function updateCategory(tx: Tx, actorId: string, id: string, form: CategoryForm): Promise<CategoryRow> {
  const before = await findCategory(tx, id)
  await refuseTaken(tx, id, form)
  const at = now()
  const changed = { name: form.name, slug: form.slug, ...content(form, at, before) }
  const after = { ...before, ...changed, updated_at: at, version: before.version + 1 }
  const updated = await mapUniqueViolation(
    tx
      .updateTable('categories')
      .set({ ...changed, updated_at: at, version: after.version })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst(),
  )
  if (updated.numUpdatedRows === 0n) throw justChanged()
  await writeAuditEntry(tx, actorId, 'category.update', id, { before: recorded(before), after: recorded(after) })
  await touchPublicSite(tx)
  return after
}

/** What was not sent stays. */
const content = (
  { description, closed }: CategoryForm,
  at: string,
  before: Pick<CategoryRow, 'description' | 'closed_at'>,
) => ({
  description: description ?? before.description,
  closed_at: closed === undefined ? before.closed_at : closed ? (before.closed_at ?? at) : null,
})

/** In the audit log: what is not said is not told. */
const recorded = ({ name, slug, description, closed_at }: CategoryRow): CategoryForm => ({
  ...{ name, slug },
  ...(description ? { description } : {}),
  ...(closed_at === null ? {} : { closed: true }),
})

/** Deletes a category that has no articles, and to which no old address leads. */
const removeCategory = (database: Database, actorId: string, id: string): Promise<void> =>
  removeUnlessInUse(database, { column: 'category_id', id }, categoryInUse, async (tx) => {
    const category = await findCategory(tx, id)
    const merged = tx.selectFrom('categories').select('id').where('merged_into', '=', id)
    if (await merged.executeTakeFirst()) throw new DomainError('conflict', LED_TO)
    await forgetCategory(tx, id)
    const removed = await tx.deleteFrom('categories').where('id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('Category')
    await writeAuditEntry(tx, actorId, 'category.delete', id, { before: recorded(category) })
    await touchPublicSite(tx)
  })

async function findCategory(tx: Tx, id: string): Promise<CategoryRow> {
  const category = await tx
    .selectFrom('categories')
    .selectAll()
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (!category) throw notFound('Category')
  return category
}

/** Compares letter case for every script: SQLite's own `lower` knows only A to Z. */
async function refuseTaken(tx: Tx, id: string | null, { name, slug }: CategoryForm): Promise<void> {
  const all = await tx.selectFrom('categories').select(['id', 'name', 'slug', 'merged_into']).execute()
  const others = all.filter((other) => other.id !== id)
  const hasName = others.some((other) => other.merged_into === null && other.name.toLowerCase() === name.toLowerCase())
  // The slug of one that was merged stays its own.
  const owner = others.find((other) => other.slug === slug)
  const errors = {
    ...(hasName ? { name: CATEGORY_NAME_TAKEN } : {}),
    ...(owner ? { slug: owner.merged_into === null ? CATEGORY_SLUG_TAKEN : slugOfMerged(owner.name) } : {}),
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
