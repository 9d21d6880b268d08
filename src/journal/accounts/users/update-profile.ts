import { EMAIL_NEEDS_PASSWORD } from '../../../contract/api/users.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { keepHeadsOf } from '../../../platform/search-engine/article-heads.ts'
import { lockUser, takenOr } from './commands.ts'
import { asksForAnotherEmail, beginEmailChange } from './email-change.ts'
import { findUser } from './queries.ts'

export interface Profile {
  fullName: string
  email: string
  username: string
  phoneNumber: string | null
  location: string | null
  bio: string | null
}

/**
 * Changes a profile; refuses an email address or username that is already in use. A new email address only
 * becomes pending, and only if the caller has confirmed the password (`mayChangeEmail`).
 */
export async function updateProfile(
  tx: Tx,
  { actorId, mayChangeEmail }: { actorId: string; mayChangeEmail: boolean },
  id: string,
  profile: Profile,
): Promise<UserRow> {
  await lockUser(tx, id)
  const before = await findUser(tx, id)
  if (!before) throw notFound('User')
  const moved = asksForAnotherEmail(before, profile.email)
  if (moved && !mayChangeEmail) throw invalid('currentPassword', EMAIL_NEEDS_PASSWORD)
  try {
    await tx
      .updateTable('users')
      .set({
        full_name: profile.fullName,
        username: profile.username,
        phone_number: profile.phoneNumber,
        location: profile.location,
        bio: profile.bio,
      })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw takenOr(error)
  }
  if (profile.fullName !== before.full_name) await keepHeadsOf(tx, id)
  if (moved) await beginEmailChange(tx, { ...before, full_name: profile.fullName }, profile.email)
  const after = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const shown = ({ full_name, email, pending_email, username, phone_number, location, bio }: UserRow) => ({
    fullName: full_name,
    email,
    ...(moved ? { pendingEmail: pending_email } : {}),
    username,
    phoneNumber: phone_number,
    location,
    bio,
  })
  await writeAuditEntry(tx, { actorId, action: 'user.update', subject: id, before: shown(before), after: shown(after) })
  return after
}
