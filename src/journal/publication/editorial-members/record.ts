import type { Selectable } from 'kysely'
import { MEMBERS_CHANGED, MEMBERS_VERSIONS } from '../../../contract/api/editorial-members.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { textDigest } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { CLEANER } from '../../../platform/html/sanitise.ts'
import { newId, now } from '../../../platform/ids.ts'

export type EditorialMembersRow = Selectable<Tables['editorial_members']>

/** The id of the only record. */
export const RECORD_ID = 'board'

export const findRecord = (db: Db): Promise<EditorialMembersRow | undefined> =>
  db.selectFrom('editorial_members').selectAll().where('id', '=', RECORD_ID).executeTakeFirst()

/** Writes the first record; undefined if there is one. */
export async function insertRecord(
  tx: Tx,
  { members, fromPeople }: { members: string; fromPeople: boolean },
): Promise<EditorialMembersRow | undefined> {
  // Higher than the versions of a former record, whose earlier versions are still kept.
  const newest = await tx
    .selectFrom('editorial_members_versions')
    .select('version')
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const record = {
    ...{ id: RECORD_ID, members, members_cleaner: CLEANER, updated_at: now() },
    ...{ version: (newest?.version ?? 0) + 1, from_people: fromPeople ? 1 : 0 },
  }
  const inserted = await tx
    .insertInto('editorial_members')
    .values(record)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return undefined
  await touchPublicSite(tx)
  return record
}

/** Replaces the record; what it was becomes an earlier version. Of two writers that have read the same one, one is refused. */
export async function replaceRecord(
  tx: Tx,
  before: EditorialMembersRow,
  { members, fromPeople, by }: { members: string; fromPeople: boolean; by: string | null },
): Promise<EditorialMembersRow> {
  const after = {
    ...{ id: before.id, members, members_cleaner: CLEANER, updated_at: now() },
    ...{ version: before.version + 1, from_people: fromPeople ? 1 : 0 },
  }
  const { id: _id, ...changed } = after
  const updated = await tx
    .updateTable('editorial_members')
    .set(changed)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw changedMeanwhile()
  if (members !== before.members) await saveVersion(tx, before, { at: after.updated_at, by })
  await touchPublicSite(tx)
  return after
}

async function saveVersion(
  tx: Tx,
  record: EditorialMembersRow,
  replaced: { at: string; by: string | null },
): Promise<void> {
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

/** Enough to identify a text in the audit log. The text itself is among the earlier versions. */
export const digest = (members: string) => ({
  begins: textOfHtml(members).slice(0, 200).toWellFormed(),
  ...textDigest(members),
})

export const changedMeanwhile = () => new DomainError('conflict', MEMBERS_CHANGED)
