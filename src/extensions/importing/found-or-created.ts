import { sql } from 'kysely'
import { slugOf } from '../../contract/api/field-schemas.ts'
import { firstFree } from '../../journal/publication/articles/unique-slug.ts'
import { nextPosition } from '../../journal/publication/categories/place.ts'
import { lockLiveCategory } from '../../journal/publication/categories/queries.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { ArticleRow } from '../../platform/database/tables.ts'
import { newId, now } from '../../platform/ids.ts'

export type Origin = Exclude<ArticleRow['origin'], 'submitted'>

/** The audit log records which categories and volumes an import created: those may be changed by its articles. */
export const categoryCreated = (origin: Origin) => `category.create-${origin}` as const
export const volumeCreated = (origin: Origin) => `volume.create-${origin}` as const

/** Finds a category by name, in any letter case, or the one that it was merged into; or creates it. */
export async function categoryNamed(tx: Tx, name: string, origin: Origin): Promise<string> {
  const found = await tx
    .selectFrom('categories')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    // One of this name before those that had it.
    .orderBy(sql`case when merged_into is null then 0 else 1 end`)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst()
  const live = found && (await lockLiveCategory(tx, found.id))
  if (live) return live.id
  const base = slugOf(name).replace(/^-|-$/g, '') || 'category'
  const taken = await tx.selectFrom('categories').select('slug').execute()
  const slug = firstFree(base, new Set(taken.map((row) => row.slug)))
  const at = now()
  const id = newId()
  const position = await nextPosition(tx)
  await tx.insertInto('categories').values({ id, name, slug, position, created_at: at, updated_at: at }).execute()
  await writeAuditEntry(tx, null, categoryCreated(origin), id, { after: { name, slug } })
  return id
}

/**
 * Finds a volume by title, in any letter case, or creates it. A volume created by an import is dated by its
 * earliest article, so that lists of volumes, newest first, are in the right order.
 */
export async function volumeTitled(tx: Tx, title: string, publishedAt: string, origin: Origin): Promise<string> {
  const found = await tx
    .selectFrom('volumes')
    .select(['id', 'created_at'])
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .executeTakeFirst()
  if (found) {
    if (found.created_at > publishedAt && (await wasImported(tx, found.id))) {
      await tx.updateTable('volumes').set({ created_at: publishedAt }).where('id', '=', found.id).execute()
    }
    return found.id
  }
  const id = newId()
  await tx.insertInto('volumes').values({ id, title, created_at: publishedAt, updated_at: now() }).execute()
  await writeAuditEntry(tx, null, volumeCreated(origin), id, { after: { title } })
  return id
}

const wasImported = async (tx: Tx, volumeId: string): Promise<boolean> =>
  (await tx
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', volumeId)
    .where('action', 'in', [volumeCreated('imported'), volumeCreated('sample')])
    .executeTakeFirst()) !== undefined
