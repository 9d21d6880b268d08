import { MAILS_ENOUGH } from '../../../contract/api/session.ts'
import { HOUR_SECONDS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { notFound, DomainError } from '../../../platform/errors.ts'
import type { AccountEmail } from './emails.ts'
import { lockUser, takenOr } from './commands.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { findUser } from './queries.ts'

/**
 * True if a profile with this address (in lower case) requests a different one than the user's current or
 * pending one.
 */
export const asksForAnotherEmail = (user: UserRow, email: string): boolean =>
  user.email.toLowerCase() !== email && user.pending_email !== email

/**
 * Stores the new address as pending, sends it a confirmation link, and notifies the old one, which stays in
 * use until then. Only who has opened that link learns that another account has the address. The caller has
 * locked the user.
 */
export async function beginEmailChange(tx: Tx, user: UserRow, email: string): Promise<void> {
  await tx.updateTable('users').set({ pending_email: email }).where('id', '=', user.id).execute()
  await sendPendingConfirmation(tx, { ...user, pending_email: email })
  await tellFormerAddress(tx, 'email-change-asked', user, email)
}

/** An address that was never confirmed gets nothing: it may be a stranger's, by a slip of the finger. */
async function tellFormerAddress(
  tx: Tx,
  kind: 'email-change-asked' | 'email-changed',
  { id, full_name: name, email, email_confirmed_at }: UserRow,
  to: string,
): Promise<void> {
  if (email_confirmed_at === null) return
  await enqueueWithin<AccountEmail>(tx, { kind, recipient: email, data: { userId: id, name, to } })
}

/** Sends the link to the pending address, unless one is already waiting. */
export async function sendPendingConfirmation(tx: Tx, user: UserRow): Promise<void> {
  const recipient = user.pending_email ?? user.email
  const data = { userId: user.id, name: user.full_name }
  const written = await enqueueWithin<AccountEmail>(tx, { kind: 'email-confirmation', recipient, data })
  if (written === 'enough') throw new DomainError('too_many_requests', MAILS_ENOUGH, { retryAfter: HOUR_SECONDS })
}

/** Cancels a pending change; does nothing without one. */
export async function cancelEmailChange(tx: Tx, actorId: string, id: string): Promise<UserRow> {
  await lockUser(tx, id)
  const user = await findUser(tx, id)
  if (!user) throw notFound('User')
  if (user.pending_email === null) return user
  await tx.updateTable('users').set({ pending_email: null }).where('id', '=', id).execute()
  await writeAuditEntry(tx, actorId, 'user.cancel-email-change', id, {
    before: { pendingEmail: user.pending_email },
    after: { pendingEmail: null },
  })
  return { ...user, pending_email: null }
}

/** Replaces the address by the pending one and notifies the old one. The caller has locked the user. */
export async function completeEmailChange(tx: Tx, user: UserRow): Promise<void> {
  const email = user.pending_email!
  await noteRecusals(tx, { userId: user.id })
  try {
    await tx
      .updateTable('users')
      .set({ email, pending_email: null, email_confirmed_at: now() })
      .where('id', '=', user.id)
      .execute()
  } catch (error) {
    // Someone else has signed up with it since.
    throw takenOr(error)
  }
  await noteRecusals(tx, { userId: user.id })
  await tellFormerAddress(tx, 'email-changed', user, email)
}
