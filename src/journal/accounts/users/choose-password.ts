import { PASSWORD_COMMON } from '../../../contract/api/passwords.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { invalid } from '../../../platform/errors.ts'
import { cancelEmailChange } from './email-change.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

/** Hashes a new password from the field of this name; refuses common passwords. */
export async function hashChosen(field: string, password: string): Promise<string> {
  if (isCommonPassword(password)) throw invalid(field, PASSWORD_COMMON)
  return hashPassword(password)
}

/**
 * Sets a user's password. A pending change of the email address is cancelled, because it may have been
 * requested by an attacker, and so is every second step of signing in that the old password has begun.
 */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await cancelEmailChange(tx, userId, userId)
  await tx.deleteFrom('factor_challenges').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}
