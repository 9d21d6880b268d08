import type { follows, OwnFollow } from '../../../contract/api/follows.ts'
import { FOLLOW_ASKED } from '../../../contract/rules/site/follow-states.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { FollowerCaller, Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { ownedBy } from '../unconfirmed-addresses.ts'
import { askToFollow, confirmFollow, stopFollowing } from './commands.ts'
import { FOLLOWS_MAX } from './rows.ts'

/** What the owner of an address follows with it. */
async function ownFollow(db: Db, { followId, email }: FollowerCaller): Promise<OwnFollow> {
  const rows = await db
    .selectFrom('follows')
    .leftJoin('articles', 'articles.id', 'follows.article_id')
    .select(['follows.id', 'follows.email', 'follows.article_id', 'follows.confirmed_at', 'articles.title'])
    .where('follows.email', '=', email)
    .where(({ or, eb }) => or([eb('follows.id', '=', followId), eb('follows.confirmed_at', 'is not', null)]))
    .orderBy('follows.confirmed_at', 'desc')
    .orderBy('follows.id')
    .limit(FOLLOWS_MAX + 1)
    .execute()
  const shown = rows.map(({ id, article_id, title, ...row }) => ({
    ...{ id, email: row.email, isConfirmed: row.confirmed_at !== null },
    about: article_id === null ? null : { title: title!, path: paths.article(article_id) },
  }))
  const own = ownedBy(
    shown.find(({ id }) => id === followId),
    email,
  )
  return { ...own, others: shown.filter((one) => one !== own).map(({ id, about }) => ({ id, about })) }
}

export const followHandlers: Handlers<{ follows: typeof follows }>['follows'] = {
  ask: async ({ database }, form) => {
    await database.transaction((tx) => askToFollow(tx, form))
    return { message: FOLLOW_ASKED }
  },

  open: ({ database, caller }) => ownFollow(database.db, caller),

  confirm: ({ database, caller }) =>
    database.transaction(async (tx) => {
      await confirmFollow(tx, caller)
      return ownFollow(tx, caller)
    }),

  stop: ({ database, caller }, { id }) =>
    database.transaction(async (tx) => {
      await stopFollowing(tx, { email: caller.email, id, linkId: caller.followId })
      return ownFollow(tx, caller)
    }),
}
