import type { Selectable } from 'kysely'
import {
  type editorialMembers,
  MEMBERS_CHANGED,
  MEMBERS_EXIST,
  MEMBERS_REQUIRED,
  MEMBERS_VERSIONS,
} from '../../../contract/api/editorial-members.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { writeAuditEntry, textDigest } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { savedRichText } from '../../../platform/html/saved-rich-text.ts'
import { CLEANER, shownRichText } from '../../../platform/html/sanitise.ts'
import { newId, now } from '../../../platform/ids.ts'

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

type EditorialMembersRow = Selectable<Tables['editorial_members']>

/** The id of the only record. */
const RECORD_ID = 'board'

/** Creates the record; refuses a second one. */
async function createEditorialMembers(tx: Tx, actorId: string, html: string): Promise<EditorialMembersRow> {
  // Higher than the versions of a former record, whose earlier versions are still kept.
  const [newest] = await listEditorialMembersVersions(tx)
  const version = (newest?.version ?? 0) + 1
  const record = { id: RECORD_ID, members: cleaned(html), members_cleaner: CLEANER, updated_at: now(), version }
  const inserted = await tx
    .insertInto('editorial_members')
    .values(record)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new DomainError('conflict', MEMBERS_EXIST)
  await writeAuditEntry(tx, actorId, 'editorial-members.create', RECORD_ID, { after: digest(record.members) })
  await touchPublicSite(tx)
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
  if (members === before.members) return before
  const after = { id, members, members_cleaner: CLEANER, updated_at: now(), version: before.version + 1 }
  // Optimistic locking: of two writers that have read the same version, the second finds it replaced.
  const updated = await tx
    .updateTable('editorial_members')
    .set({ members, members_cleaner: CLEANER, updated_at: after.updated_at, version: after.version })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw changedMeanwhile()
  await saveVersion(tx, before, { at: after.updated_at, by: actorId })
  await writeAuditEntry(tx, actorId, action, id, { before: digest(before.members), after: digest(members) })
  await touchPublicSite(tx)
  return after
}

async function saveVersion(tx: Tx, record: EditorialMembersRow, replaced: { at: string; by: string }): Promise<void> {
  await tx
    .insertInto('editorial_members_versions')
    .values({
      id: newId(),
      members: record.members,
      members_cleaner: record.members_cleaner,
      updated_at: record.updated_at,
      version: record.version,
      replaced_at: replaced.at,
      replaced_by: replaced.by,
    })
    .execute()
  const kept = tx
    .selectFrom('editorial_members_versions')
    .select('id')
    .orderBy('version', 'desc')
    .limit(MEMBERS_VERSIONS)
  await tx.deleteFrom('editorial_members_versions').where('id', 'not in', kept).execute()
}

const cleaned = (html: string): string => savedRichText('members', html, MEMBERS_REQUIRED)

/** Enough to identify a text in the audit log. The text itself is among the earlier versions. */
const digest = (members: string) => ({
  begins: textOfHtml(members).slice(0, 200).toWellFormed(),
  ...textDigest(members),
})

const changedMeanwhile = () => new DomainError('conflict', MEMBERS_CHANGED)

async function findEditorialMembers(db: Db, id: string): Promise<Selectable<Tables['editorial_members']>> {
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
