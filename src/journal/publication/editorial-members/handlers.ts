import type { editorialMembers } from '../../../contract/api/editorial-members.ts'
import type { Handlers } from '../../../platform/call.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import {
  createEditorialMembers,
  restoreEditorialMembers,
  updateEditorialMembers,
  type EditorialMembersRow,
} from './commands.ts'
import { findEditorialMembers, listEditorialMembersVersions } from './queries.ts'

const present = ({ id, members, members_cleaner, updated_at, version }: EditorialMembersRow) => ({
  id,
  members: shownRichText(members, members_cleaner),
  updatedAt: updated_at,
  version,
})

export const editorialMembersHandlers: Handlers<{ editorialMembers: typeof editorialMembers }>['editorialMembers'] = {
  list: async ({ database }) => (await database.db.selectFrom('editorial_members').selectAll().execute()).map(present),

  create: async ({ database, caller }, { members }) =>
    present(await database.transaction((tx) => createEditorialMembers(tx, caller.userId, members))),

  update: async ({ database, caller }, { id, members, version }) => {
    const change = { actorId: caller.userId, id, seen: version }
    return present(await database.transaction((tx) => updateEditorialMembers(tx, change, members)))
  },

  versions: async ({ database }, { id }) => {
    await findEditorialMembers(database.db, id)
    return (await listEditorialMembersVersions(database.db)).map((row) => ({
      id: row.id,
      members: shownRichText(row.members, row.members_cleaner),
      updatedAt: row.updated_at,
      replacedBy: row.replaced_by_name,
      replacedAt: row.replaced_at,
    }))
  },

  restore: async ({ database, caller }, { id, versionId, version }) => {
    const change = { actorId: caller.userId, id, seen: version }
    return present(await database.transaction((tx) => restoreEditorialMembers(tx, change, versionId)))
  },
}
