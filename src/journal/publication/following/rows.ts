import { sql } from 'kysely'
import type { Followed, Rhythm } from '../../../contract/rules/site/follow-scopes.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { newId, now } from '../../../platform/ids.ts'

/** An address may follow so many things; nobody reads about more. */
export const FOLLOWS_MAX = 200

export const findFollow = (db: Db, id: string): Promise<FollowRow | undefined> =>
  db.selectFrom('follows').selectAll().where('id', '=', id).executeTakeFirst()

/** What a row is about, as its columns have it. */
const columnsOf = ({ scope, id }: Followed): Pick<FollowRow, 'scope' | 'article_id' | 'category_id' | 'subject'> => ({
  ...{ scope, article_id: null, category_id: null, subject: null },
  ...(scope === 'article'
    ? { article_id: id }
    : scope === 'category' ? { category_id: id } : scope === 'author' || scope === 'keyword' ? { subject: id } : {}), // prettier-ignore
})

export const followedOf = ({ scope, article_id, category_id, subject }: FollowRow): Followed => ({
  ...{ scope, id: article_id ?? category_id ?? subject },
})

/**
 * The row of an address and what it may follow, made if there is none. Unconfirmed ones wait for a week from now; a rhythm is
 * changed only by the owner of the address, who confirms it.
 */
export async function rowFor(
  tx: Tx,
  email: string,
  followed: Followed,
  { rhythm, askedAs }: { rhythm: Rhythm; askedAs: string | null },
): Promise<FollowRow> {
  const [at, id, about] = [now(), newId(), columnsOf(followed)]
  const asked = { rhythm, created_at: at }
  await tx
    .insertInto('follows')
    .values({ id, email, ...about, ...asked, asked_as: askedAs ?? id, confirmed_at: null, told_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where('scope', '=', about.scope)
    .where(sql`coalesce(article_id, category_id, subject, '')`, '=', followed.id ?? '')
    .executeTakeFirstOrThrow()
  const change = { ...asked, asked_as: askedAs ?? row.id }
  if (row.confirmed_at !== null) return row
  await tx.updateTable('follows').set(change).where('id', '=', row.id).where('confirmed_at', 'is', null).execute()
  return { ...row, ...change }
}

/** What was asked for together with a row, itself included. */
export const askedWith = (db: Db, { id, email, asked_as }: FollowRow): Promise<FollowRow[]> =>
  db
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where(({ or, eb }) => or([eb('id', '=', id), eb('asked_as', '=', asked_as ?? id)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

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

/** How many addresses follow anything, and how many what. */
export async function countsByScope(db: Db) {
  const confirmed = db.selectFrom('follows').where('confirmed_at', 'is not', null)
  const { addresses } = await confirmed
    .select(({ fn }) => fn.count<number>('email').distinct().as('addresses'))
    .executeTakeFirstOrThrow()
  const rows = await confirmed
    .select('scope')
    .select(({ fn }) => fn.count<number>('email').distinct().as('addresses'))
    .groupBy('scope')
    .orderBy('scope')
    .execute()
  return {
    addresses: Number(addresses),
    byScope: rows.map(({ scope, addresses: some }) => ({ scope, addresses: Number(some) })),
  }
}
