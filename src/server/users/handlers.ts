import type { users } from '../../contract/api/users.ts'
import { counted } from '../../contract/domain/counted.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Caller, Handlers } from '../call.ts'
import { notFound, DomainError } from '../domain-error.ts'
import { requireCurrentPassword } from '../session/password-check.ts'
import { listLiveSessions } from '../session/queries.ts'
import { changeRole, endSessions } from './administer.ts'
import { connectOrcid } from './commands.ts'
import { asksForAnotherEmail, cancelEmailChange } from './email-change.ts'
import { listUsers } from './list.ts'
import { browserCookie } from './orcid-callback.ts'
import { isProven } from './orcid-connection.ts'
import { findUser, presentUser } from './queries.ts'
import { updateProfile } from './update-profile.ts'

/** Oneself, or anybody for administrators; others learn nothing, not even whether the account exists. */
function refuseOthers(caller: Caller, id: string): void {
  if (caller.userId !== id && caller.role !== 'admin')
    throw new DomainError('forbidden', 'You can only see your own account')
}

export const userHandlers: Handlers<{ users: typeof users }>['users'] = {
  me: async ({ database, caller }) => {
    const user = await findUser(database.db, caller.userId)
    if (!user) throw notFound('User')
    return presentUser(user)
  },

  read: async ({ database, caller }, { id }) => {
    refuseOthers(caller, id)
    const user = await findUser(database.db, id)
    if (!user) throw notFound('User')
    return presentUser(user)
  },

  update: async (context, { id, currentPassword, ...profile }) => {
    const { database, caller } = context
    refuseOthers(caller, id)
    const before = await findUser(database.db, id)
    if (!before) throw notFound('User')
    // The work of a password check only where it counts, and never within a transaction.
    const mayChangeEmail = currentPassword !== undefined && asksForAnotherEmail(before, profile.email)
    if (mayChangeEmail) await requireCurrentPassword(context, currentPassword)
    const by = { actorId: caller.userId, mayChangeEmail }
    return presentUser(await database.transaction((tx) => updateProfile(tx, by, id, profile)))
  },

  cancelEmailChange: async ({ database, caller }, { id }) => {
    refuseOthers(caller, id)
    return presentUser(await database.transaction((tx) => cancelEmailChange(tx, caller.userId, id)))
  },

  orcidSetUp: async ({ orcid }) => ({ setUp: orcid !== null }),

  orcidAddress: async ({ database, caller, orcid, publicUrl, setCookie }) => {
    if (!orcid) return { url: null }
    const { url, browserSecret } = await orcid.begin(database, caller.userId)
    setCookie(browserCookie(browserSecret, publicUrl.startsWith('https:')))
    return { url }
  },

  connectOrcid: async ({ database, caller }, { id, orcid }) => {
    // Not even administrators connect an iD for somebody: only its owner can prove it.
    if (caller.userId !== id) throw new DomainError('forbidden', 'You can only connect your own ORCID iD')
    if (!(await isProven(database, id, orcid))) {
      throw new DomainError('forbidden', 'ORCID has not confirmed that this iD is yours. Please connect it again.')
    }
    const user = await database.transaction(async (tx) => {
      const before = await findUser(tx, id)
      const after = await connectOrcid(tx, id, orcid)
      await writeAuditEntry(tx, {
        actorId: id,
        action: 'user.connect-orcid',
        subject: id,
        before: { orcid: before?.orcid ?? null, proven: Boolean(before?.orcid_proven_at) },
        after: { orcid, proven: true },
      })
      return after
    })
    return presentUser(user)
  },

  list: ({ database }, { page, limit, ...filter }) => listUsers(database.db, filter, { page, limit }),

  sessions: async ({ database, caller }, { id }) => {
    if (!(await findUser(database.db, id))) throw notFound('User')
    return (await listLiveSessions(database.db, id)).map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: row.id === caller.sessionId,
    }))
  },

  endSessions: async ({ database, caller }, { id, sessionId }) => {
    const ended = await database.transaction((tx) => endSessions(tx, caller, id, sessionId))
    return { message: `${counted(ended, 'session')} ended`, endedSessions: ended }
  },

  changeRole: async ({ database, caller }, { id, role }) => presentUser(await changeRole(database, caller, id, role)),
}
