import { sql, type Selectable } from 'kysely'
import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { Tables } from '../../../platform/database/tables.ts'

export type CategoryRow = Selectable<Tables['categories']>

/**
 * All categories in the order of the editors, each with its number of public articles, notices not among them, and the ids
 * of those that were merged into it. Those without a place come with the largest first, then by name.
 */
export async function listCategoriesWithCounts(db: Db) {
  const all = await db
    .selectFrom('categories')
    .selectAll('categories')
    .select((select) => [
      select
        .selectFrom('category_counts')
        .select('category_counts.articles')
        .whereRef('category_counts.category_id', '=', 'categories.id')
        .where('category_counts.status', '=', 'published')
        .as('kept'),
      // Few, and found by an index of their own.
      select
        .selectFrom('public_articles')
        .select(({ fn }) => fn.countAll<number | string>().as('notices'))
        .whereRef('public_articles.category_id', '=', 'categories.id')
        .where('public_articles.type', '<>', sql.lit(RESEARCH_ARTICLE))
        .as('notices'),
    ])
    .execute()
  const former = formerIds(all)
  // Sorted here, because the databases collate letters beyond A to Z differently.
  return all
    .filter((category) => category.merged_into === null)
    .map(({ kept, notices, ...category }) => ({
      ...category,
      count: (kept ?? 0) - Number(notices),
      formerIds: former.get(category.id) ?? [],
    }))
    .sort((a, b) => a.position - b.position || b.count - a.count || a.name.localeCompare(b.name, 'en'))
}

/** By the category that has their articles now, however many merges ago. */
function formerIds(all: readonly CategoryRow[]): Map<string, string[]> {
  const next = new Map(all.map(({ id, merged_into }) => [id, merged_into]))
  const former = new Map<string, string[]>()
  for (const { id, merged_into } of all) {
    if (merged_into === null) continue
    let live = merged_into
    for (let into = next.get(live); into; into = next.get(live)) live = into
    former.set(live, [...(former.get(live) ?? []), id])
  }
  return former
}

/**
 * The category of this id, or the one that it was merged into, locked until the transaction ends: it is neither merged nor
 * deleted while something is put into it.
 */
export async function lockLiveCategory(tx: Tx, id: string): Promise<CategoryRow | undefined> {
  let category = await lockForUpdate(tx, 'categories', id)
  while (category && category.merged_into !== null)
    category = await lockForUpdate(tx, 'categories', category.merged_into)
  return category
}
