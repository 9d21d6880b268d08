import { OTHER_ACCOUNT } from '../../../contract/api/session.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { lockUser } from '../users/commands.ts'
import { completeEmailChange, sendPendingConfirmation } from '../users/email-change.ts'
import { findUser } from '../users/queries.ts'
import { findLink, linkSpent, useUp } from '../users/account-links.ts'

/**
 * Sends an email that confirms the user's address, current or new, unless one is already waiting. True if
 * there is nothing to confirm.
 */
export async function askConfirmation(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId)
  const user = await findUser(tx, userId)
  if (!user) throw notFound('User')
  if (user.pending_email === null && user.email_confirmed_at !== null) return true
  await sendPendingConfirmation(tx, user)
  return false
}

/**
 * Confirms the address that a link was sent to, if it is still the account's current or new one. The link alone is not
 * enough: it shows that the caller reads the mailbox, and the session that they have set up the account. Otherwise its
 * owner would confirm, with one press, an account that a stranger has made with their address.
 */
export async function confirmEmail(tx: Tx, caller: Caller, token: string): Promise<void> {
  const link = await findLink(tx, token, 'email-confirmation')
  if (!link) throw linkSpent()
  if (link.user_id !== caller.userId) throw new DomainError('forbidden', OTHER_ACCOUNT)
  await lockUser(tx, link.user_id)
  const user = await findUser(tx, link.user_id)
  if (!user || !(await useUp(tx, link))) throw linkSpent()
  const email = link.email.toLowerCase()
  if (email === user.pending_email) {
    await completeEmailChange(tx, user)
    await writeAuditEntry(tx, user.id, 'user.confirm-email', user.id, {
      before: { email: user.email },
      after: { email },
    })
  } else if (email === user.email.toLowerCase()) {
    await tx.updateTable('users').set({ email_confirmed_at: now() }).where('id', '=', user.id).execute()
    await writeAuditEntry(tx, user.id, 'user.confirm-email', user.id, { after: { email: user.email } })
  } else throw linkSpent()
}
