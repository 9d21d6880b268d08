import { sql } from 'kysely'
import { MORE_ARTICLES } from '../../../contract/rules/articles/volume-pages.ts'
import { INTEGER_MAX } from '../../../contract/api/field-schemas.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Order } from '../../../platform/database/list-pages.ts'

/** As the editors have placed them; those without a place come last, by first page, then newest first. */
export const BY_PLACE: Order = [
  ['place', 'asc'],
  ['page_order', 'asc'],
  ['published_at', 'desc'],
  ['id', 'desc'],
]

/** Whether editors have placed articles of this volume: if not, the order of the pages has an index of its own. */
export async function hasPlaces(db: Db, volumeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('issue_articles')
    .select('article_id')
    .where('volume_id', '=', volumeId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The public articles of a volume with their places. A place in another volume, where an article was before, is none. */
export const placedArticles = (db: Db, volumeId: string) =>
  db.selectFrom(
    db
      .selectFrom('public_articles as article')
      .leftJoin('issue_articles as placed', (join) =>
        join.onRef('placed.article_id', '=', 'article.id').onRef('placed.volume_id', '=', 'article.volume_id'),
      )
      .select(['article.id', 'article.published_at', 'placed.heading'])
      .select(sql<number>`article.page_order`.as('page_order'))
      .select(sql<number>`coalesce(placed.position, ${sql.lit(INTEGER_MAX)})`.as('place'))
      .where('article.volume_id', '=', volumeId)
      .as('articles'),
  )

/** The public articles of a volume in order, each with its heading, and among them those that are held for it. */
export async function articlesInOrder(
  db: Db,
  volumeId: string,
  held: readonly { article_id: string; heading: string | null; position: number | null }[] = [],
): Promise<{ id: string; heading: string }[]> {
  const shown = await placedArticles(db, volumeId)
    .select(['articles.id', 'articles.heading', 'articles.place'])
    .orderBy('place')
    .orderBy('page_order')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const waiting = held.map(({ article_id, heading, position }) => ({
    ...{ id: article_id, heading, place: position ?? INTEGER_MAX },
  }))
  const rows = [...shown, ...waiting].sort((one, other) => Number(one.place) - Number(other.place))
  const others = rows.some(({ heading }) => heading) ? MORE_ARTICLES : ''
  return rows.map(({ id, heading }) => ({ id, heading: heading ?? others }))
}

/** Each heading with the number of the article after it, from 0. */
export async function headingsOf(db: Db, volumeId: string): Promise<{ heading: string; from: number }[]> {
  if (!(await hasPlaces(db, volumeId))) return []
  const articles = await articlesInOrder(db, volumeId)
  return articles.flatMap(({ heading }, from) =>
    heading === (articles[from - 1]?.heading ?? '') ? [] : [{ heading, from }],
  )
}

/** The order with what was not on the screen, such as archived articles, after what it came after before. */
export function withUnseen<T extends { id: string }>(wanted: readonly T[], before: readonly T[]): T[] {
  const named = new Set(wanted.map(({ id }) => id))
  const following = new Map<string | null, T[]>()
  let after: string | null = null
  for (const row of before) {
    if (named.has(row.id)) after = row.id
    else if (following.has(after)) following.get(after)!.push(row)
    else following.set(after, [row])
  }
  return [...(following.get(null) ?? []), ...wanted.flatMap((row) => [row, ...(following.get(row.id) ?? [])])]
}
