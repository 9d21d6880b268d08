import { sql } from 'kysely'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { notFound } from '../../../platform/errors.ts'
import { moved, placeWords } from '../../../contract/rules/site/places.ts'
import { listCategoriesWithCounts } from './queries.ts'

/** Moves a category to a place, counted from 1, among those that readers see. Beyond the end is the end. */
export async function placeCategory(tx: Tx, actorId: string, id: string, place: number): Promise<string> {
  // Moves at the same moment come one after the other.
  await sql`update categories set created_at = created_at where merged_into is null`.execute(tx)
  const all = await listCategoriesWithCounts(tx)
  const from = all.findIndex((category) => category.id === id)
  const category = all[from]
  if (!category) throw notFound('Category')
  const to = Math.min(place, all.length) - 1
  const placed = moved(all, from, to)
  for (const [at, one] of placed.entries()) {
    if (one.position === at + 1) continue
    await tx
      .updateTable('categories')
      .set({ position: at + 1 })
      .where('id', '=', one.id)
      .execute()
  }
  if (to !== from) {
    await writeAuditEntry(tx, actorId, 'category.place', id, { before: { place: from + 1 }, after: { place: to + 1 } })
    await touchPublicSite(tx)
  }
  return placeWords(category.name, to + 1, all.length)
}

/** The place of a new category: after all others, or in the order of their numbers if they have no places. */
export async function nextPosition(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('categories')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last ? last + 1 : 0
}
