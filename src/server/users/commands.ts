import type { Role } from '../../contract/domain/roles.ts'
import { isUniqueViolation, type Tx } from '../database/connect.ts'
import type { UserRow } from '../database/tables.ts'
import { newId, now } from '../ids.ts'
import { DomainError } from '../domain-error.ts'

export interface NewUser {
  fullName: string
  username: string
  /** Lower-cased. */
  email: string
  phoneNumber: string | null
  location: string | null
  /** A correct iD as typed: unauthenticated until ORCID vouches for it. */
  orcid: string | null
  role: Role
  passwordHash: string
  lastLoginAt: string | null
}

/** Creates an account; refuses an email address or username that is taken, in any letter case. */
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
    // Two sign-ups at the same moment: the unique index decides.
    throw takenOr(error)
  }
  return { id, role: user.role }
}

/** Holds an account until the transaction ends: who looks at it and then writes has it alone. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', id)
    .execute()
}

/** Connects a proven iD; refuses one that another account has proven. */
export async function connectOrcid(tx: Tx, id: string, orcid: string): Promise<UserRow> {
  try {
    await tx.updateTable('users').set({ orcid, orcid_proven_at: now() }).where('id', '=', id).execute()
  } catch (error) {
    throw takenOr(error)
  }
  return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** What a unique index refused, in words for the field; any other error as it is. */
export function takenOr(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_email')) return emailTaken()
  if (isUniqueViolation(error, 'users_username')) return usernameTaken()
  if (isUniqueViolation(error, 'users_orcid')) return taken('orcid', 'This ORCID iD is connected to another account')
  return error
}

const taken = (field: string, message: string) => new DomainError('conflict', message, { errors: { [field]: message } })
export const emailTaken = () => taken('email', 'Email is already registered')
const usernameTaken = () => taken('username', 'Username is already taken')
