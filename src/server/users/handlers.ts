import type { users } from '../../contract/users.ts'
import { record } from '../audit.ts'
import type { Caller, Handlers } from '../call.ts'
import { notThere, Refusal } from '../refusal.ts'
import { connectOrcid, updateProfile } from './commands.ts'
import { browserCookie } from './orcid-callback.ts'
import { isProven } from './orcid-connection.ts'
import { findUser, presentUser } from './queries.ts'

/** Oneself, or anybody for administrators; others learn nothing, not even whether the account exists. */
function refuseOthers(caller: Caller, id: string): void {
  if (caller.userId !== id && caller.role !== 'admin')
    throw new Refusal('not allowed', 'You can only see your own account')
}

const notBuilt = () => Promise.reject(new Error('not built yet'))

export const userHandlers: Handlers<{ users: typeof users }>['users'] = {
  me: async ({ database, caller }) => {
    const user = await findUser(database.db, caller.userId)
    if (!user) throw notThere('User')
    return presentUser(user)
  },

  read: async ({ database, caller }, { id }) => {
    refuseOthers(caller, id)
    const user = await findUser(database.db, id)
    if (!user) throw notThere('User')
    return presentUser(user)
  },

  update: async ({ database, caller }, { id, ...profile }) => {
    refuseOthers(caller, id)
    const user = await database.transaction((tx) => updateProfile(tx, caller.userId, id, profile))
    return presentUser(user)
  },

  orcidAddress: async ({ database, caller, orcid, publicUrl, setCookie }) => {
    if (!orcid) return { url: null }
    const { url, browserSecret } = await orcid.begin(database, caller.userId)
    setCookie(browserCookie(browserSecret, publicUrl.startsWith('https:')))
    return { url }
  },

  connectOrcid: async ({ database, caller }, { id, orcid }) => {
    // Not even administrators connect an iD for somebody: only its owner can prove it.
    if (caller.userId !== id) throw new Refusal('not allowed', 'You can only connect your own ORCID iD')
    if (!(await isProven(database, id, orcid))) {
      throw new Refusal('not allowed', 'ORCID has not confirmed that this iD is yours. Please connect it again.')
    }
    const user = await database.transaction(async (tx) => {
      await record(tx, { actorId: id, action: 'user.connect-orcid', subject: id, after: { orcid } })
      return connectOrcid(tx, id, orcid)
    })
    return presentUser(user)
  },
  list: notBuilt,
  sessions: notBuilt,
  endSessions: notBuilt,
  changeRole: notBuilt,
}
