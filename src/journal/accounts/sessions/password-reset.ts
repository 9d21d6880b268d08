import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { lockUser } from '../users/commands.ts'
import type { AccountEmail } from '../users/emails.ts'
import { findUser, findUserByEmail } from '../users/queries.ts'
import { BY_HAND, findLink, linkSpent, useUp } from '../users/account-links.ts'
import { setPassword } from '../users/choose-password.ts'
import { revokeAllSessions } from './commands.ts'
import { startOver } from './start-over.ts'

/** Sends an email with a link to set a new password, if the user exists and has not reached the email limit. */
export async function askPasswordReset(tx: Tx, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (!user) return
  await lockUser(tx, user.id)
  const data = { userId: user.id, name: user.full_name }
  const written = await enqueueWithin<AccountEmail>(tx, { kind: 'password-reset', recipient: user.email, data })
  if (written !== 'enqueued') return
  await writeAuditEntry(tx, user.id, 'user.ask-password-reset', user.id)
}

export async function refuseSpentReset(db: Db, token: string): Promise<void> {
  if (!(await findLink(db, token, 'password-reset'))) throw linkSpent()
}

/**
 * Sets a new password by a link: all other such links of the user are used up as well, and every session
 * ends. Opening an emailed link also proves that the address is the user's: if it does so for the first time, the account
 * starts over. Returns the user's address.
 */
export async function resetPassword(tx: Tx, token: string, passwordHash: string): Promise<string> {
  const link = await findLink(tx, token, 'password-reset')
  if (!link) throw linkSpent()
  // Locks the user first, then the links, so that of two concurrent resets one waits instead of both failing.
  await lockUser(tx, link.user_id)
  const user = await findUser(tx, link.user_id)
  if (!user || !(await useUp(tx, link))) throw linkSpent()
  const isEmailed = link.email !== BY_HAND
  if (isEmailed && link.email.toLowerCase() !== user.email.toLowerCase()) throw linkSpent()
  await setPassword(tx, user.id, passwordHash)
  if (user.email_confirmed_at === null) {
    // Its password was someone's who may not be the owner: so may all else be.
    await startOver(tx, user)
    if (isEmailed) await tx.updateTable('users').set({ email_confirmed_at: now() }).where('id', '=', user.id).execute()
  }
  await tx
    .updateTable('account_links')
    .set({ used_at: now() })
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'password-reset')
    .where('used_at', 'is', null)
    .execute()
  await revokeAllSessions(tx, user.id)
  await writeAuditEntry(tx, user.id, 'user.reset-password', user.id)
  return user.email
}
