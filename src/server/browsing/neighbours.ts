import type { Db } from '../database/connect.ts'

/** The article before and after another one in its volume, in the order of the volume's page. */
export async function neighboursOf(
  db: Db,
  id: string,
): Promise<{ previous: string | null; next: string | null } | null> {
  const article = await db
    .selectFrom('public_articles')
    .select(['id', 'volume_id', 'page_order', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!article) return null
  if (article.volume_id === null) return { previous: null, next: null }
  const { volume_id, page_order, published_at } = article

  // By first page, then newest first: as `BY_PAGES` in `articles/queries.ts`.
  const nearest = (side: 'before' | 'after') => {
    const [lower, higher] = side === 'before' ? (['<', '>'] as const) : (['>', '<'] as const)
    const [near, far] = side === 'before' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
    return db
      .selectFrom('public_articles')
      .select('id')
      .where('volume_id', '=', volume_id)
      .where(({ and, or, eb }) =>
        or([
          eb('page_order', lower, page_order),
          and([eb('page_order', '=', page_order), eb('published_at', higher, published_at)]),
          and([eb('page_order', '=', page_order), eb('published_at', '=', published_at), eb('id', higher, id)]),
        ]),
      )
      .orderBy('page_order', near)
      .orderBy('published_at', far)
      .orderBy('id', far)
      .limit(1)
      .executeTakeFirst()
  }
  return { previous: (await nearest('before'))?.id ?? null, next: (await nearest('after'))?.id ?? null }
}
