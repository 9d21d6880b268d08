import type { users } from '../../contract/users.ts'
import type { Handlers } from '../call.ts'
import { notThere } from '../refusal.ts'
import { findUser, presentUser } from './queries.ts'

export const userHandlers: Handlers<{ users: typeof users }>['users'] = {
  me: async ({ database, caller }) => {
    const user = await findUser(database.db, caller.userId)
    if (!user) throw notThere('User')
    return presentUser(user)
  },
}
