import { MAILS_ENOUGH } from '../../contract/session.ts'
import { record } from '../audit.ts'
import type { Tx } from '../database/connect.ts'
import { now } from '../ids.ts'
import { enqueueWithin } from '../notices/outbox.ts'
import { notThere, Refusal } from '../refusal.ts'
import { holdUser } from '../users/commands.ts'
import { findUser } from '../users/queries.ts'
import { findLink, linkSpent, useUp } from './account-links.ts'

const HOUR_SECONDS = 60 * 60

/** Writes a mail that confirms the account's address, unless one is on its way. True when it is confirmed already. */
export async function askConfirmation(tx: Tx, userId: string): Promise<boolean> {
  await holdUser(tx, userId)
  const user = await findUser(tx, userId)
  if (!user) throw notThere('User')
  if (user.email_confirmed_at !== null) return true
  const data = { userId, name: user.full_name }
  const written = await enqueueWithin(tx, { kind: 'email-confirmation', recipient: user.email, data })
  if (written === 'enough') throw new Refusal('too many', MAILS_ENOUGH, { retryAfter: HOUR_SECONDS })
  return false
}

/** Confirms the address that a link was sent to, while it is the account's. */
export async function confirmEmail(tx: Tx, token: string): Promise<void> {
  const link = await findLink(tx, token, 'email-confirmation')
  if (!link) throw linkSpent()
  await holdUser(tx, link.user_id)
  const user = await findUser(tx, link.user_id)
  if (!user || !(await useUp(tx, link))) throw linkSpent()
  if (link.email.toLowerCase() !== user.email.toLowerCase()) throw linkSpent()
  await tx.updateTable('users').set({ email_confirmed_at: now() }).where('id', '=', user.id).execute()
  await record(tx, { actorId: user.id, action: 'user.confirm-email', subject: user.id, after: { email: user.email } })
}
