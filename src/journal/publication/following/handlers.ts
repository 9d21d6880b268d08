import type { follows, OwnFollow } from '../../../contract/api/follows.ts'
import { FOLLOW_ASKED } from '../../../contract/rules/site/follow-states.ts'
import type { FollowerCaller, Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { ownedBy } from '../unconfirmed-addresses.ts'
import { askToFollow, confirmFollow, stopFollowing } from './commands.ts'
import { askedWith, countsByScope, findFollow, FOLLOWS_MAX } from './rows.ts'
import { thingOf } from './things.ts'

/** What the owner of an address follows with it. */
async function ownFollow(db: Db, { followId, email }: FollowerCaller): Promise<OwnFollow> {
  const own = ownedBy(await findFollow(db, followId), email)
  const together = own.confirmed_at === null ? await askedWith(db, own) : []
  const confirmed = await db
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where('id', '<>', followId)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id')
    .limit(FOLLOWS_MAX)
    .execute()
  const waiting = together.filter(({ id, confirmed_at }) => id !== followId && confirmed_at === null)
  const things = await Promise.all([own, ...waiting, ...confirmed].map((row) => thingOf(db, row)))
  return {
    ...{ id: own.id, email: own.email, about: things[0]!, isConfirmed: own.confirmed_at !== null },
    with: things.slice(1, 1 + waiting.length),
    others: confirmed.map(({ id }, index) => ({ id, about: things[1 + waiting.length + index]! })),
  }
}

export const followHandlers: Handlers<{ follows: typeof follows }>['follows'] = {
  ask: async ({ database }, form) => {
    await database.transaction((tx) => askToFollow(tx, form))
    return { message: FOLLOW_ASKED }
  },

  counts: ({ database }) => countsByScope(database.db),

  open: ({ database, caller }) => ownFollow(database.db, caller),

  confirm: ({ database, caller }) =>
    database.transaction(async (tx) => {
      await confirmFollow(tx, caller)
      return ownFollow(tx, caller)
    }),

  stop: ({ database, caller }, { id }) =>
    database.transaction(async (tx) => {
      await stopFollowing(tx, { email: caller.email, what: id === null ? 'all' : { one: id }, linkId: caller.followId })
      return ownFollow(tx, caller)
    }),
}
