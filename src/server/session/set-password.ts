import type { Tx } from '../database/connect.ts'
import { cancelEmailChange } from '../users/email-change.ts'

/**
 * Gives an account another password. A change of its email address that waits to be confirmed is taken
 * back: whoever began it may be the reason for the new password.
 */
export async function setPassword(tx: Tx, actorId: string, userId: string, passwordHash: string): Promise<void> {
  await cancelEmailChange(tx, actorId, userId)
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}
