import { sql } from 'kysely'
import type { Material } from '../../../contract/rules/articles/declared-material.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'

/** Most articles have none: they are not asked about each table. */
export const hasMaterial = sql<number>`case when exists (select 1 from vouchers where article_id = articles.id)
  or exists (select 1 from permits where article_id = articles.id)
  or exists (select 1 from new_names where article_id = articles.id) then 1 else 0 end`.as('has_material')

/** False only of a row that was read with `hasMaterial`. */
export const mayHaveMaterial = (row: object): boolean => (row as { has_material?: number }).has_material !== 0

/** The vouchers, permits and new names of articles, in their order, as they were stated: not as readers may see them. */
export async function loadMaterial(db: Db, articleIds: readonly string[]): Promise<Map<string, Material>> {
  const found = new Map<string, Material>()
  if (!articleIds.length) return found
  const of = (id: string): Material => {
    const material = found.get(id) ?? { vouchers: [], permitDetails: [], newNames: [] }
    found.set(id, material)
    return material
  }
  const vouchers = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, position: _, type_status, sensitive, ...row } of vouchers) {
    of(article_id).vouchers.push({ ...row, typeStatus: type_status, sensitive: sensitive === 1 })
  }
  const permits = await db
    .selectFrom('permits')
    .selectAll()
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, position: _, issued_on, ...row } of permits) {
    of(article_id).permitDetails.push({ ...row, on: issued_on })
  }
  const names = await db
    .selectFrom('new_names')
    .selectAll()
    .where('article_id', 'in', articleIds)
    .orderBy('position')
    .execute()
  for (const { article_id, position: _, ...row } of names) of(article_id).newNames.push(row)
  return found
}

/** Keeps these in place of what was there; what is not named stays. */
export async function saveMaterial(
  tx: Tx,
  articleId: string,
  { vouchers, permitDetails, newNames }: Partial<Material>,
): Promise<void> {
  const at = (position: number) => ({ article_id: articleId, position })
  if (vouchers) {
    await tx.deleteFrom('vouchers').where('article_id', '=', articleId).execute()
    const rows = vouchers.map(({ typeStatus, sensitive, ...row }, position) => ({
      ...{ ...at(position), ...row, type_status: typeStatus, sensitive: sensitive ? 1 : 0 },
    }))
    if (rows.length) await tx.insertInto('vouchers').values(rows).execute()
  }
  if (permitDetails) {
    await tx.deleteFrom('permits').where('article_id', '=', articleId).execute()
    const rows = permitDetails.map(({ on, ...row }, position) => ({ ...at(position), ...row, issued_on: on }))
    if (rows.length) await tx.insertInto('permits').values(rows).execute()
  }
  if (newNames) {
    await tx.deleteFrom('new_names').where('article_id', '=', articleId).execute()
    const rows = newNames.map((row, position) => ({ ...at(position), ...row }))
    if (rows.length) await tx.insertInto('new_names').values(rows).execute()
  }
}
