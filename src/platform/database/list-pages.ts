import { sql, type SelectQueryBuilder } from 'kysely'
import { pageMeta, type PageMeta } from '../../contract/rules/site/page-numbers.ts'

export interface Page {
  page: number
  limit: number
}

/** Columns to sort by; the last one is unique. */
export type Order = readonly (readonly [column: string, direction: 'asc' | 'desc'])[]

/**
 * The ids on one page of a list of `total` rows, in its order, from the list's nearer end: the last page costs as
 * much as the first. The query selects the `id` alone, which an index in this order holds: rows that are left out
 * are never read.
 */
export async function idsOnPage<DB, T extends keyof DB, Id>(
  query: SelectQueryBuilder<DB, T, { id: Id }>,
  order: Order,
  { page, limit }: Page,
  total: number,
): Promise<{ ids: Id[]; meta: PageMeta }> {
  const meta = pageMeta(page, limit, total)
  const before = (page - 1) * limit
  const onPage = Math.min(limit, total - before)
  if (onPage <= 0) return { ids: [], meta }
  const after = total - before - onPage
  const isNearEnd = after < before
  const ordered = order.reduce(
    (sorted, [column, direction]) =>
      sorted.orderBy(sql.ref(column), (direction === 'asc') === isNearEnd ? 'desc' : 'asc'),
    query,
  )
  const rows = await ordered
    .limit(onPage)
    .offset(isNearEnd ? after : before)
    .execute()
  const ids = (rows as { id: Id }[]).map(({ id }) => id)
  return { ids: isNearEnd ? ids.toReversed() : ids, meta }
}

/** Rows in the order of these ids; those that have gone meanwhile are left out. */
export function inOrderOf<Id, R>(ids: readonly Id[], rows: readonly R[], idOf: (row: R) => Id): R[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
