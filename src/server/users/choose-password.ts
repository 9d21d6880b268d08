import { PASSWORD_COMMON } from '../../contract/api/passwords.ts'
import type { Tx } from '../database/connect.ts'
import { invalid } from '../domain-error.ts'
import { cancelEmailChange } from './email-change.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

/** The hash of a password that somebody chooses, in the field of this name: refused when many people use it. */
export async function hashChosen(field: string, password: string): Promise<string> {
  if (isCommonPassword(password)) throw invalid(field, PASSWORD_COMMON)
  return hashPassword(password)
}

/**
 * Gives an account another password. A change of its email address that waits to be confirmed is taken
 * back: whoever began it may be the reason for the new password.
 */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await cancelEmailChange(tx, userId, userId)
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}
