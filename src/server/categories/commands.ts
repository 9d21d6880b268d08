import {
  CATEGORY_NAME_TAKEN,
  CATEGORY_SLUG_TAKEN,
  categoryInUse,
  type CategoryForm,
} from '../../contract/api/categories.ts'
import { writeAuditEntry } from '../audit.ts'
import { isForeignKeyViolation, isUniqueViolation, type Database, type Db, type Tx } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import type { Tables } from '../database/tables.ts'
import { newId, now, nowAfter } from '../ids.ts'
import { notFound, DomainError } from '../domain-error.ts'

export type CategoryRow = Tables['categories']

/** Creates a category; refuses a name, in any letter case, or a slug that another has. */
export async function createCategory(tx: Tx, actorId: string, { name, slug }: CategoryForm): Promise<CategoryRow> {
  await refuseTaken(tx, null, { name, slug })
  const at = now()
  const category = { id: newId(), name, slug, created_at: at, updated_at: at }
  await mapUniqueViolation(tx.insertInto('categories').values(category).execute())
  await writeAuditEntry(tx, { actorId, action: 'category.create', subject: category.id, after: { name, slug } })
  await touchPublicSite(tx)
  return category
}

/** Changes a category's name and slug, under the same refusals. */
export async function updateCategory(
  tx: Tx,
  actorId: string,
  id: string,
  { name, slug }: CategoryForm,
): Promise<CategoryRow> {
  const before = await findCategory(tx, id)
  await refuseTaken(tx, id, { name, slug })
  const after = { ...before, name, slug, updated_at: nowAfter(before.updated_at) }
  const updated = await mapUniqueViolation(
    tx
      .updateTable('categories')
      .set({ name, slug, updated_at: after.updated_at })
      .where('id', '=', id)
      .where('updated_at', '=', before.updated_at)
      .executeTakeFirst(),
  )
  if (updated.numUpdatedRows === 0n) throw justChanged()
  await writeAuditEntry(tx, {
    actorId,
    action: 'category.update',
    subject: id,
    before: { name: before.name, slug: before.slug },
    after: { name, slug },
  })
  await touchPublicSite(tx)
  return after
}

/** Deletes a category that no article is in, in whatever state; nothing is ever orphaned. */
export async function removeCategory(database: Database, actorId: string, id: string): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const { name, slug } = await findCategory(tx, id)
      const articles = await articlesIn(tx, id)
      if (articles > 0) throw new DomainError('conflict', categoryInUse(articles))
      const removed = await tx.deleteFrom('categories').where('id', '=', id).executeTakeFirst()
      if (removed.numDeletedRows === 0n) throw notFound('Category')
      await writeAuditEntry(tx, { actorId, action: 'category.delete', subject: id, before: { name, slug } })
      await touchPublicSite(tx)
    })
  } catch (error) {
    // An article came in after they were counted: the foreign key saw it.
    if (!isForeignKeyViolation(error)) throw error
    throw new DomainError('conflict', categoryInUse(Math.max(1, await articlesIn(database.db, id))))
  }
}

async function findCategory(tx: Tx, id: string): Promise<CategoryRow> {
  const category = await tx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
  if (!category) throw notFound('Category')
  return category
}

async function articlesIn(db: Db, id: string): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Letter case is compared here for every script: SQLite's own `lower` knows only A to Z. */
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

/** Two at the same moment: the unique index decides, in the same words. */
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
  new DomainError('conflict', 'Somebody else has just changed this category. Please look at it again.')
