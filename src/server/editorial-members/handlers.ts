import type { editorialMembers } from '../../contract/editorial-members.ts'
import type { Handlers } from '../call.ts'

const notBuilt = () => Promise.reject(new Error('not built yet'))

export const editorialMembersHandlers: Handlers<{ editorialMembers: typeof editorialMembers }>['editorialMembers'] = {
  list: async ({ database }) => {
    const rows = await database.db.selectFrom('editorial_members').selectAll().execute()
    return rows.map((row) => ({ id: row.id, members: row.members, updatedAt: row.updated_at }))
  },
  create: notBuilt,
  update: notBuilt,
  versions: notBuilt,
  restore: notBuilt,
}
