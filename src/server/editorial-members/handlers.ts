import type { editorialMembers } from '../../contract/editorial-members.ts'
import type { Handlers } from '../call.ts'
import { sanitiseRichText } from '../html/sanitise.ts'
import { createBoard, restoreBoard, updateBoard, type BoardRow } from './commands.ts'
import { findBoard, listBoardVersions } from './queries.ts'

/** Cleaned again on its way out: the rules may have become stricter since it was written. */
const present = ({ id, members, updated_at }: BoardRow) => ({
  id,
  members: sanitiseRichText(members),
  updatedAt: updated_at,
})

export const editorialMembersHandlers: Handlers<{ editorialMembers: typeof editorialMembers }>['editorialMembers'] = {
  list: async ({ database }) => (await database.db.selectFrom('editorial_members').selectAll().execute()).map(present),

  create: async ({ database, caller }, { members }) =>
    present(await database.transaction((tx) => createBoard(tx, caller.userId, members))),

  update: async ({ database, caller }, { id, members, updatedAt }) => {
    const change = { actorId: caller.userId, id, seen: updatedAt }
    return present(await database.transaction((tx) => updateBoard(tx, change, members)))
  },

  versions: async ({ database }, { id }) => {
    await findBoard(database.db, id)
    return (await listBoardVersions(database.db)).map((row) => ({
      id: row.id,
      members: sanitiseRichText(row.members),
      updatedAt: row.updated_at,
      replacedBy: row.replaced_by_name,
      replacedAt: row.replaced_at,
    }))
  },

  restore: async ({ database, caller }, { id, versionId, updatedAt }) => {
    const change = { actorId: caller.userId, id, seen: updatedAt }
    return present(await database.transaction((tx) => restoreBoard(tx, change, versionId)))
  },
}
