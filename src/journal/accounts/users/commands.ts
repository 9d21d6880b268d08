import type { Role } from '../../../contract/rules/accounts/access.ts'
import { isUniqueViolation, type Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { DomainError } from '../../../platform/errors.ts'

export interface NewUser {
  fullName: string
  username: string
  /** Lower-cased. */
  email: string
  phoneNumber: string | null
  location: string | null
  /** A valid iD as typed: unauthenticated until the user connects ORCID. */
  orcid: string | null
  role: Role
  passwordHash: string
  lastLoginAt: string | null
}

/** Creates a user; refuses an email address or username that is already in use, in any letter case. */
export async function createUser(tx: Tx, user: NewUser): Promise<{ id: string; role: Role }> {
  const id = newId()
  const taken = await tx
    .selectFrom('users')
    .select(['email', 'username'])
    .where((where) =>
      where.or([
        where(where.fn('lower', ['email']), '=', user.email),
        where(where.fn('lower', ['username']), '=', user.username.toLowerCase()),
      ]),
    )
    .execute()
  if (taken.some((other) => other.email.toLowerCase() === user.email)) throw emailTaken()
  if (taken.length) throw usernameTaken()
  try {
    await tx
      .insertInto('users')
      .values({
        id,
        full_name: user.fullName,
        email: user.email,
        username: user.username,
        password_hash: user.passwordHash,
        role: user.role,
        bio: null,
        location: user.location,
        phone_number: user.phoneNumber,
        orcid: user.orcid,
        orcid_proven_at: null,
        created_at: now(),
        last_login_at: user.lastLoginAt,
        email_confirmed_at: null,
        pending_email: null,
      })
      .execute()
  } catch (error) {
    // Concurrent sign-ups: the unique index decides.
    throw takenOr(error)
  }
  await noteRecusals(tx, { userId: id })
  return { id, role: user.role }
}

/** Locks a user until the transaction ends, for a check that is followed by a write. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', id)
    .execute()
}

/** Connects an authenticated iD; refuses one that another user has authenticated. */
export async function connectOrcid(tx: Tx, id: string, orcid: string): Promise<UserRow> {
  await noteRecusals(tx, { userId: id })
  try {
    await tx.updateTable('users').set({ orcid, orcid_proven_at: now() }).where('id', '=', id).execute()
  } catch (error) {
    throw takenOr(error)
  }
  await noteRecusals(tx, { userId: id })
  return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Maps a unique index violation to a message for the field; returns any other error unchanged. */
export function takenOr(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email')) return emailTaken()
  if (isUniqueViolation(error, 'users_username')) return usernameTaken()
  if (isUniqueViolation(error, 'users_orcid')) return taken('orcid', 'This ORCID iD is connected to another account')
  return error
}

const taken = (field: string, message: string) => new DomainError('conflict', message, { errors: { [field]: message } })
const emailTaken = () => taken('email', 'Email is already registered')
const usernameTaken = () => taken('username', 'Username is already taken')
