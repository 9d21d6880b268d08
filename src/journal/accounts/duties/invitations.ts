import type { z } from 'zod'
import {
  ALREADY_INVITED,
  type DutyInvitationForm,
  HAS_DUTY,
  INVITATION_NOT_YOURS,
  INVITATION_OVER,
  SENT_AGAIN_TOO_SOON,
} from '../../../contract/api/duties.ts'
import { CONFIRM_FIRST } from '../../../contract/rules/accounts/access.ts'
import { MAILS_ENOUGH } from '../../../contract/api/session.ts'
import { type Duty, INVITATION_DAYS, termState } from '../../../contract/rules/accounts/duties.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { refuseWhileRecused } from '../../peer-review/reviewers/hidden.ts'
import { isAnyCaseWithoutEditor } from '../../peer-review/who-sees.ts'
import { setRole } from '../administration/administer.ts'
import { lockUser } from '../users/commands.ts'
import { findUser, findUserByEmail } from '../users/queries.ts'
import { requireLive } from './change.ts'
import { type DutyEmail, tellDutiesChanged } from './emails.ts'
import { categoryNames, type InvitationRow, loadInvitedCategories, loadTerms } from './rows.ts'

const expiryFrom = (at: string): string => new Date(Date.parse(at) + INVITATION_DAYS * DAY_MS).toISOString()

/**
 * Invites the owner of an address. Nothing is theirs before they have accepted with an account whose address is confirmed:
 * an address may be mistyped, and anybody can sign up with anybody's.
 */
export async function inviteToDuty(tx: Tx, caller: Caller, form: z.output<typeof DutyInvitationForm>): Promise<void> {
  const { email, duty, categoryIds, from, until } = form
  await requireLive(tx, categoryIds)
  // It could give a case to another account of the caller's.
  if (!(await isAnyCaseWithoutEditor(tx))) await refuseWhileRecused(tx, caller)
  if (until !== null && until < dayOf(now())) throw invalid('until', 'This day has passed')
  const user = await findUserByEmail(tx, email)
  if (user && (await holdsAll(tx, user, { duty, categoryIds }))) throw invalid('email', HAS_DUTY)
  if (await isWaiting(tx, { email, duty, categoryIds })) throw invalid('email', ALREADY_INVITED)
  const at = now()
  const row: InvitationRow = {
    ...{ id: newId(), email, duty, from_day: from, until_day: until },
    ...{ invited_by: caller.userId, invited_at: at, sent_at: at, expires_at: expiryFrom(at) },
    ...{ ended_at: null, ended_as: null, accepted_by: null },
  }
  await tx.insertInto('duty_invitations').values(row).execute()
  const categories = [...new Set(categoryIds)]
  if (categories.length) {
    await tx
      .insertInto('duty_invitation_categories')
      .values(categories.map((category_id) => ({ invitation_id: row.id, category_id })))
      .execute()
  }
  await writeAuditEntry(tx, caller.userId, 'user.invite-to-duty', row.id, { after: { duty, categoryIds: categories } })
  await send(tx, row)
}

async function send(tx: Tx, { id, email }: Pick<InvitationRow, 'id' | 'email'>): Promise<void> {
  const sent = await enqueueWithin<DutyEmail & { kind: 'duty-invitation' }>(tx, {
    ...{ kind: 'duty-invitation', recipient: email, data: { invitationId: id } },
  })
  if (sent !== 'enqueued') throw new DomainError('too_many_requests', MAILS_ENOUGH)
}

/** Whether someone has this duty already, of all these categories. */
async function holdsAll(
  tx: Tx,
  { id, role }: UserRow,
  { duty, categoryIds }: { duty: Duty; categoryIds: readonly string[] },
): Promise<boolean> {
  if (duty === 'managing') return role === 'admin'
  const today = dayOf(now())
  const held = (await loadTerms(tx, [id])).filter(
    (row) =>
      row.duty === duty &&
      row.until_day === null &&
      termState({ from: row.from_day, until: row.until_day }, today) === 'held',
  )
  if (duty !== 'section') return held.length > 0
  return categoryIds.every((category) => held.some(({ category_id }) => category_id === category))
}

async function isWaiting(
  tx: Tx,
  { email, duty, categoryIds }: { email: string; duty: Duty; categoryIds: readonly string[] },
): Promise<boolean> {
  const waiting = await tx
    .selectFrom('duty_invitations')
    .select('id')
    .where('email', '=', email)
    .where('duty', '=', duty)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .execute()
  const categories = await loadInvitedCategories(tx, waiting.map(({ id }) => id)) // prettier-ignore
  const wanted = [...new Set(categoryIds)].toSorted().join()
  return waiting.some(({ id }) => (categories.get(id) ?? []).toSorted().join() === wanted)
}

/** An invitation that was not accepted; locked until the transaction ends. */
async function lockInvitation(tx: Tx, id: string): Promise<InvitationRow> {
  const row = await tx
    .updateTable('duty_invitations')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Invitation')
  return row
}

export async function resendInvitation(tx: Tx, caller: Caller, id: string): Promise<void> {
  const row = await lockInvitation(tx, id)
  if (row.ended_at !== null) throw new DomainError('conflict', INVITATION_OVER)
  if (!(await isAnyCaseWithoutEditor(tx))) await refuseWhileRecused(tx, caller)
  if (await isEmpty(tx, row)) throw new DomainError('conflict', INVITATION_OVER)
  const at = now()
  if (Date.parse(at) - Date.parse(row.sent_at) < DAY_MS) throw new DomainError('conflict', SENT_AGAIN_TOO_SOON)
  await tx
    .updateTable('duty_invitations')
    .set({ sent_at: at, expires_at: expiryFrom(at), invited_by: caller.userId })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(tx, caller.userId, 'user.invite-to-duty-again', id)
  await send(tx, row)
}

/** The second time it changes nothing. */
export async function withdrawInvitation(tx: Tx, caller: Caller, id: string): Promise<void> {
  const row = await lockInvitation(tx, id)
  if (row.ended_as === 'withdrawn') return
  if (row.ended_at !== null) throw new DomainError('conflict', INVITATION_OVER)
  await tx
    .updateTable('duty_invitations')
    .set({ ended_at: now(), ended_as: 'withdrawn' })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(tx, caller.userId, 'user.withdraw-duty-invitation', id)
}

/** True if this invitation was sent to the address of this account. */
export const isInvited = ({ email }: UserRow, invitation: Pick<InvitationRow, 'email'> | undefined): boolean =>
  invitation !== undefined && email.toLowerCase() === invitation.email

/** True if it can no longer be accepted. Who has invited must still be an administrator: nobody comes back by an invitation of their own. */
export async function isOver(db: Db, row: InvitationRow): Promise<boolean> {
  if (row.ended_at !== null || row.expires_at <= now() || (await isEmpty(db, row))) return true
  const inviter = row.invited_by === null ? undefined : await findUser(db, row.invited_by)
  return inviter?.role !== 'admin'
}

/** True if nothing is left to be given: its days have passed, or its categories are gone. */
async function isEmpty(db: Db, { id, duty, until_day }: InvitationRow): Promise<boolean> {
  if (until_day !== null && until_day < dayOf(now())) return true
  return duty === 'section' && !(await loadInvitedCategories(db, [id])).get(id)?.length
}

/** The invited person accepts: the duty is theirs from their next call on. The second time it changes nothing. */
export function acceptInvitation(database: Database, caller: Caller, id: string): Promise<InvitationRow> {
  return database.transaction(async (tx) => {
    await lockUser(tx, caller.userId)
    const user = await findUser(tx, caller.userId)
    const row = await lockInvitation(tx, id).catch(() => undefined)
    if (!user || !row || !isInvited(user, row)) throw new DomainError('not_found', INVITATION_NOT_YOURS)
    if (user.email_confirmed_at === null) throw new DomainError('conflict', CONFIRM_FIRST)
    if (row.ended_as === 'accepted' && row.accepted_by === user.id) return row
    const at = now()
    if (await isOver(tx, row)) throw new DomainError('conflict', INVITATION_OVER)
    const named = await categoryNames(tx)
    const invitedTo = (await loadInvitedCategories(tx, [id])).get(id) ?? []
    const categoryIds = [...new Set(invitedTo.map((category) => named(category).id))]
    await requireLive(tx, categoryIds)
    await tx
      .updateTable('duty_invitations')
      .set({ ended_at: at, ended_as: 'accepted', accepted_by: user.id })
      .where('id', '=', id)
      .execute()
    await give(tx, user, row, categoryIds, caller)
    await noteRecusals(tx, { userId: user.id })
    await writeAuditEntry(tx, user.id, 'user.accept-duty', user.id, { after: { duty: row.duty, categoryIds } })
    await tellDutiesChanged(tx, { userId: user.id, byId: user.id })
    return row
  })
}

async function give(
  tx: Tx,
  user: UserRow,
  { duty, from_day, until_day }: InvitationRow,
  categoryIds: readonly string[],
  { sessionId }: Caller,
): Promise<void> {
  if (duty === 'managing') {
    if (user.role !== 'admin') await setRole(tx, user.id, user, 'admin', { keep: sessionId })
    return
  }
  const of = duty === 'section' ? categoryIds : [null]
  await tx
    .insertInto('duties')
    .values(
      of.map((category_id) => ({
        ...{ id: newId(), user_id: user.id, duty, category_id, from_day, until_day, given_at: now() },
      })),
    )
    .execute()
}
