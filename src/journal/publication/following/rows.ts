import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { newId, now } from '../../../platform/ids.ts'

/** An address may follow so many articles; nobody reads about more. */
export const FOLLOWS_MAX = 200

export const findFollow = (db: Db, id: string): Promise<FollowRow | undefined> =>
  db.selectFrom('follows').selectAll().where('id', '=', id).executeTakeFirst()

/** The row of an address and what it may follow, made if there is none; unconfirmed ones wait for a week from now. */
export async function rowFor(tx: Tx, email: string, articleId: string | null): Promise<FollowRow> {
  const at = now()
  await tx
    .insertInto('follows')
    .values({
      ...{ id: newId(), email, article_id: articleId, created_at: at, confirmed_at: null, told_until: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where('article_id', articleId === null ? 'is' : '=', articleId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('follows')
    .set({ created_at: at })
    .where('id', '=', row.id)
    .where('confirmed_at', 'is', null)
    .execute()
  return row
}

/** Who follows an article. */
export const followersOf = (tx: Tx, articleId: string): Promise<FollowRow[]> =>
  tx
    .selectFrom('follows')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()

/** How many follow one of these articles: all that editors learn of them. */
export async function countFollowers(db: Db, articleIds: readonly string[]): Promise<number> {
  if (!articleIds.length) return 0
  const { followers } = await db
    .selectFrom('follows')
    .select(({ fn }) => fn.count<number>('email').distinct().as('followers'))
    .where('article_id', 'in', articleIds)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(followers)
}
