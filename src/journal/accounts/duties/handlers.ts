import { type duties, INVITATION_NOT_YOURS, type OwnInvitation } from '../../../contract/api/duties.ts'
import { DUTY_RULES } from '../../../contract/rules/accounts/duty-words.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { findUser } from '../users/queries.ts'
import { changeDuties } from './change.ts'
import { dutiesNow } from './held.ts'
import {
  acceptInvitation,
  inviteToDuty,
  isInvited,
  isOver,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { listDuties } from './list.ts'
import { categoryNames, type InvitationRow, loadInvitedCategories, loadTerms, presentTerm } from './rows.ts'

export const dutyHandlers: Handlers<{ duties: typeof duties }>['duties'] = {
  list: ({ database, caller }) => listDuties(database.db, caller),

  change: async ({ database, caller }, input) => {
    await changeDuties(database, caller, input)
    return { message: 'Saved. It holds from their next click on.' }
  },

  invite: async ({ database, caller }, form) => {
    await database.transaction((tx) => inviteToDuty(tx, caller, form))
    return { message: `Invitation sent to ${form.email}` }
  },

  resend: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => resendInvitation(tx, caller, id))
    return { message: 'Invitation sent again' }
  },

  withdraw: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => withdrawInvitation(tx, caller, id))
    return { message: 'Invitation withdrawn' }
  },

  own: async ({ database: { db }, caller }) => {
    const named = await categoryNames(db)
    return {
      duties: caller.role === 'admin' ? ['managing'] : await dutiesNow(db, caller),
      terms: (await loadTerms(db, [caller.userId])).map((row) => presentTerm(row, named)),
      invitations: await ownInvitations(db, caller),
    }
  },

  invitation: async ({ database: { db }, caller }, { id }) => {
    const row = await db.selectFrom('duty_invitations').selectAll().where('id', '=', id).executeTakeFirst()
    const user = await findUser(db, caller.userId)
    if (!user || !row || !isInvited(user, row)) throw new DomainError('not_found', INVITATION_NOT_YOURS)
    return (await presentOwn(db, [row], user.email_confirmed_at !== null))[0]!
  },

  accept: async ({ database, caller }, { id }) => {
    const { duty, from_day: from } = await acceptInvitation(database, caller, id)
    const isPlanned = from !== null && from > dayOf(now())
    const { name } = DUTY_RULES[duty]
    return { message: isPlanned ? `Thank you. ${name} from ${longDate(from)}.` : `Thank you. You are now: ${name}.` }
  },
}

/** Those that wait for someone whose address is confirmed. */
async function ownInvitations(db: Db, caller: Caller): Promise<OwnInvitation[]> {
  const user = await findUser(db, caller.userId)
  if (!user || user.email_confirmed_at === null) return []
  const rows = await db
    .selectFrom('duty_invitations')
    .selectAll()
    .where('email', '=', user.email.toLowerCase())
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(20)
    .execute()
  return presentOwn(db, rows, true)
}

async function presentOwn(db: Db, rows: readonly InvitationRow[], isConfirmed: boolean): Promise<OwnInvitation[]> {
  const categories = await loadInvitedCategories(db, rows.map(({ id }) => id)) // prettier-ignore
  const named = await categoryNames(db)
  const over = new Set<string>()
  for (const row of rows) if (await isOver(db, row)) over.add(row.id)
  return rows.map((row) => ({
    id: row.id,
    duty: row.duty,
    categories: (categories.get(row.id) ?? []).map(named),
    from: row.from_day,
    until: row.until_day,
    expiresAt: row.expires_at,
    isConfirmed,
    isOver: over.has(row.id),
    isAccepted: row.ended_as === 'accepted',
  }))
}
