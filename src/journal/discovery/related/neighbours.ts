import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** The article before and after another one in its volume, in the order of the volume's page. */
export async function neighboursOf(
  db: Db,
  id: string,
): Promise<{ previous: string | null; next: string | null } | null> {
  const article = await db
    .selectFrom('public_articles as article')
    .select((select) => ['article.id', nearest(select, 'before').as('previous'), nearest(select, 'after').as('next')])
    .where('article.id', '=', id)
    .executeTakeFirst()
  return article ? { previous: article.previous, next: article.next } : null
}

type Select = ExpressionBuilder<Tables & { article: Tables['public_articles'] }, 'article'>

/** By first page, then newest first: as `BY_PAGES` in `journal/publication/articles/queries.ts`. */
function nearest(select: Select, side: 'before' | 'after') {
  const [lower, higher] = side === 'before' ? (['<', '>'] as const) : (['>', '<'] as const)
  const [near, far] = side === 'before' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  return select
    .selectFrom('public_articles as other')
    .select('other.id')
    .whereRef('other.volume_id', '=', 'article.volume_id')
    .where(({ and, or, eb, ref }) =>
      or([
        eb('other.page_order', lower, ref('article.page_order')),
        and([
          eb('other.page_order', '=', ref('article.page_order')),
          eb('other.published_at', higher, ref('article.published_at')),
        ]),
        and([
          eb('other.page_order', '=', ref('article.page_order')),
          eb('other.published_at', '=', ref('article.published_at')),
          eb('other.id', higher, ref('article.id')),
        ]),
      ]),
    )
    .orderBy('other.page_order', near)
    .orderBy('other.published_at', far)
    .orderBy('other.id', far)
    .limit(1)
}
