import { type editorialMembers, MEMBERS_EXIST, MEMBERS_REQUIRED } from '../../../contract/api/editorial-members.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { savedRichText } from '../../../platform/html/saved-rich-text.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import { changedMeanwhile, digest, type EditorialMembersRow, insertRecord, RECORD_ID, replaceRecord } from './record.ts'

const present = ({ id, members, members_cleaner, updated_at, version, from_people }: EditorialMembersRow) => ({
  id,
  members: shownRichText(members, members_cleaner),
  updatedAt: updated_at,
  version,
  fromPeople: Boolean(from_people),
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

/** Creates the record; refuses a second one. */
async function createEditorialMembers(tx: Tx, actorId: string, html: string): Promise<EditorialMembersRow> {
  const record = await insertRecord(tx, { members: cleaned(html), fromPeople: false })
  if (!record) throw new DomainError('conflict', MEMBERS_EXIST)
  await writeAuditEntry(tx, actorId, 'editorial-members.create', RECORD_ID, { after: digest(record.members) })
  return record
}

interface EditorialMembersChange {
  actorId: string
  id: string
  /** The version that the caller has seen, if specified. */
  seen: number | undefined
}

/** Changes the record; the current version becomes an earlier one. */
async function updateEditorialMembers(
  tx: Tx,
  change: EditorialMembersChange,
  html: string,
): Promise<EditorialMembersRow> {
  return replaceEditorialMembers(tx, change, 'editorial-members.update', cleaned(html))
}

/** Restores an earlier version, which is a change like any other. */
async function restoreEditorialMembers(
  tx: Tx,
  change: EditorialMembersChange,
  versionId: string,
): Promise<EditorialMembersRow> {
  await findEditorialMembers(tx, change.id)
  const version = await tx
    .selectFrom('editorial_members_versions')
    .select(['members', 'members_cleaner'])
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  return replaceEditorialMembers(
    tx,
    change,
    'editorial-members.restore',
    shownRichText(version.members, version.members_cleaner),
  )
}

async function replaceEditorialMembers(
  tx: Tx,
  { actorId, id, seen }: EditorialMembersChange,
  action: 'editorial-members.update' | 'editorial-members.restore',
  members: string,
): Promise<EditorialMembersRow> {
  const before = await findEditorialMembers(tx, id)
  if (seen !== undefined && seen !== before.version) throw changedMeanwhile()
  // Saving without a change would only push out an earlier version.
  if (members === before.members && !before.from_people) return before
  const after = await replaceRecord(tx, before, { members, fromPeople: false, by: actorId })
  await writeAuditEntry(tx, actorId, action, id, { before: digest(before.members), after: digest(members) })
  return after
}

const cleaned = (html: string): string => savedRichText('members', html, MEMBERS_REQUIRED)

async function findEditorialMembers(db: Db, id: string): Promise<EditorialMembersRow> {
  const record = await db.selectFrom('editorial_members').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw notFound('Editorial members')
  return record
}

/** Earlier versions of the record, newest first, with the name of the person who replaced each. */
const listEditorialMembersVersions = (db: Db) =>
  db
    .selectFrom('editorial_members_versions as versions')
    .leftJoin('users', 'users.id', 'versions.replaced_by')
    .selectAll('versions')
    .select('users.full_name as replaced_by_name')
    .orderBy('versions.version', 'desc')
    .execute()
