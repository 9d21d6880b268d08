import type { User } from '../../../contract/api/users.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'

/** An account that has not been deleted. */
export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The same by its address; `email` in lower case. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  fullName: row.full_name,
  email: row.email,
  emailConfirmed: row.email_confirmed_at !== null,
  pendingEmail: row.pending_email,
  username: row.username,
  role: row.role,
  bio: row.bio,
  location: row.location,
  phoneNumber: row.phone_number,
  orc_id: row.orcid,
  orcidProven: row.orcid_proven_at !== null,
  createdAt: row.created_at,
  lastLogin: row.last_login_at,
})
