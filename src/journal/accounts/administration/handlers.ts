import type { users } from '../../../contract/api/users.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import type { Handlers } from '../../../platform/call.ts'
import { userPolicy } from '../../../contract/rules/accounts/users.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { listLiveSessions } from '../sessions/queries.ts'
import { findUser, presentUser } from '../users/queries.ts'
import { changeRole, endSessions } from './administer.ts'
import { listUsers } from './list.ts'

/** Administration of users and their sessions. */
export const usersAdminHandlers = {
  list: ({ database }, { page, limit, ...filter }) => listUsers(database.db, filter, { page, limit }),

  sessions: async ({ database, caller }, { id }) => {
    refuse(userPolicy.refusal(caller, 'readSessions', { id }))
    if (!(await findUser(database.db, id))) throw notFound('User')
    return (await listLiveSessions(database.db, id)).map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: row.id === caller.sessionId,
    }))
  },

  endSessions: async ({ database, caller }, { id, sessionId }) => {
    refuse(userPolicy.refusal(caller, 'endSessions', { id }))
    const ended = await database.transaction((tx) => endSessions(tx, caller, id, sessionId))
    return { message: `${counted(ended, 'session')} ended`, endedSessions: ended }
  },

  changeRole: async ({ database, caller }, { id, role }) => presentUser(await changeRole(database, caller, id, role)),
} satisfies Partial<Handlers<{ users: typeof users }>['users']>
