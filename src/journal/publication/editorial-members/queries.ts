import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'

export async function findEditorialMembers(db: Db, id: string): Promise<Selectable<Tables['editorial_members']>> {
  const record = await db.selectFrom('editorial_members').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw notFound('Editorial members')
  return record
}

/** Earlier versions of the record, newest first, with the name of the person who replaced each. */
export const listEditorialMembersVersions = (db: Db) =>
  db
    .selectFrom('editorial_members_versions as versions')
    .leftJoin('users', 'users.id', 'versions.replaced_by')
    .selectAll('versions')
    .select('users.full_name as replaced_by_name')
    .orderBy('versions.version', 'desc')
    .execute()
