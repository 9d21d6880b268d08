import { MAILS_ENOUGH } from '../../contract/api/session.ts'
import { HOUR_SECONDS } from '../../contract/domain/durations.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Tx } from '../database/connect.ts'
import type { UserRow } from '../database/tables.ts'
import { now } from '../ids.ts'
import { enqueueWithin } from '../email/outbox.ts'
import { notFound, DomainError } from '../domain-error.ts'
import type { AccountEmail } from './emails.ts'
import { emailTaken, lockUser, takenOr } from './commands.ts'
import { findUser, findUserByEmail } from './queries.ts'

/** True when a profile with this address (in lower case) asks for another one than the account has or waits for. */
export const asksForAnotherEmail = (user: UserRow, email: string): boolean =>
  user.email.toLowerCase() !== email && user.pending_email !== email

/**
 * Notes the address that an account is to have, sends it the link that confirms it, and tells the old one.
 * Until it is confirmed everything stays with the old one. The caller holds the account.
 */
export async function beginEmailChange(tx: Tx, user: UserRow, email: string): Promise<void> {
  if (await findUserByEmail(tx, email)) throw emailTaken()
  await tx.updateTable('users').set({ pending_email: email }).where('id', '=', user.id).execute()
  const name = user.full_name
  await sendPendingConfirmation(tx, { ...user, pending_email: email })
  await enqueueWithin<AccountEmail>(tx, {
    kind: 'email-change-asked',
    recipient: user.email,
    data: { name, to: email },
  })
}

/** Sends the link to the address that is to be confirmed, unless it is on its way already. */
export async function sendPendingConfirmation(tx: Tx, user: UserRow): Promise<void> {
  const recipient = user.pending_email ?? user.email
  const data = { userId: user.id, name: user.full_name }
  const written = await enqueueWithin<AccountEmail>(tx, { kind: 'email-confirmation', recipient, data })
  if (written === 'enough') throw new DomainError('too_many_requests', MAILS_ENOUGH, { retryAfter: HOUR_SECONDS })
}

/** Takes a change back that nobody has confirmed yet; without one there is nothing to do. */
export async function cancelEmailChange(tx: Tx, actorId: string, id: string): Promise<UserRow> {
  await lockUser(tx, id)
  const user = await findUser(tx, id)
  if (!user) throw notFound('User')
  if (user.pending_email === null) return user
  await tx.updateTable('users').set({ pending_email: null }).where('id', '=', id).execute()
  await writeAuditEntry(tx, {
    actorId,
    action: 'user.cancel-email-change',
    subject: id,
    before: { pendingEmail: user.pending_email },
    after: { pendingEmail: null },
  })
  return { ...user, pending_email: null }
}

/** Puts the pending address in the place of the old one, which is told. The caller holds the account. */
export async function completeEmailChange(tx: Tx, user: UserRow): Promise<void> {
  const email = user.pending_email!
  try {
    await tx
      .updateTable('users')
      .set({ email, pending_email: null, email_confirmed_at: now() })
      .where('id', '=', user.id)
      .execute()
  } catch (error) {
    // Somebody else has signed up with it since.
    throw takenOr(error)
  }
  await enqueueWithin<AccountEmail>(tx, {
    kind: 'email-changed',
    recipient: user.email,
    data: { name: user.full_name, to: email },
  })
}
