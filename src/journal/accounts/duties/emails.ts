import { type Duty, INVITATION_DAYS } from '../../../contract/rules/accounts/duties.ts'
import { DUTY_RULES } from '../../../contract/rules/accounts/duty-words.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { KindOfEmail, KindsOfEmail } from '../../../platform/email/kinds.ts'
import { enqueue, type NewEmail } from '../../../platform/email/outbox.ts'
import { address, plain } from '../../../platform/email/values.ts'
import { administrators } from '../users/administrators.ts'
import { findUser, findUserByEmail } from '../users/queries.ts'
import { categoryNames, loadInvitedCategories, loadTerms, presentTerm } from './rows.ts'

/** They hold ids: names are read when an email is made, and what was withdrawn meanwhile is not sent. */
interface DutyEmails {
  'duty-invitation': { invitationId: string; userId?: never }
  'duties-changed': { userId: string; byUserId: string | null }
}
export type DutyEmail = NewEmail<DutyEmails>

interface Loaded {
  'duty-invitation': { name: string; id: string; duty: string; sees: string; by: string }
  'duties-changed': { name: string; person: string; by: string; now: string }
}
type Load<Kind extends keyof DutyEmails> = NonNullable<KindOfEmail<DutyEmails[Kind], Loaded[Kind]>['load']>

/** A duty in words: 'Section editor of Botany and Ecology, until May 31, 2027'. */
export function dutyInWords(
  duty: Duty,
  categories: readonly string[],
  { from, until }: { from: string | null; until: string | null } = { from: null, until: null },
): string {
  const what = categories.length ? `${DUTY_RULES[duty].name} of ${joinNames(categories)}` : DUTY_RULES[duty].name
  return [what, from && `from ${longDate(from)}`, until && `until ${longDate(until)}`].filter(Boolean).join(', ')
}

const nameOf = async (db: Db, id: string | null, otherwise: string): Promise<string> =>
  (id === null ? undefined : (await findUser(db, id))?.full_name) ?? otherwise

const toInvited: Load<'duty-invitation'> = async (db, { invitationId }, { recipient }) => {
  const row = await db.selectFrom('duty_invitations').selectAll().where('id', '=', invitationId).executeTakeFirst()
  if (!row || row.ended_at !== null || row.email !== recipient.toLowerCase()) return null
  const categories = (await loadInvitedCategories(db, [row.id])).get(row.id) ?? []
  const named = await categoryNames(db)
  return {
    id: row.id,
    name: (await findUserByEmail(db, row.email))?.full_name ?? 'colleague',
    duty: dutyInWords(
      row.duty,
      categories.map((id) => named(id).name),
      { from: row.from_day, until: row.until_day },
    ),
    sees: DUTY_RULES[row.duty].sees,
    by: await nameOf(db, row.invited_by, 'An editor'),
  }
}

const toAdministrator: Load<'duties-changed'> = async (db, { userId, byUserId }, { recipient }) => {
  const reader = await findUserByEmail(db, recipient.toLowerCase())
  const person = await findUser(db, userId)
  if (reader?.role !== 'admin' || !person) return null
  const named = await categoryNames(db)
  const terms = (await loadTerms(db, [userId])).map((row) => presentTerm(row, named))
  const words = [
    ...(person.role === 'admin' ? [DUTY_RULES.managing.name] : []),
    ...terms.map((term) => dutyInWords(term.duty, term.category === null ? [] : [term.category], term)),
  ]
  return {
    name: reader.full_name,
    person: person.full_name,
    by: await nameOf(db, byUserId, 'an editor'),
    now: words.length ? words.join('; ') : 'none',
  }
}

export const dutyEmails: KindsOfEmail<DutyEmails, Loaded> = {
  'duty-invitation': {
    values: {
      duty: ({ duty }) => plain(duty),
      sees: ({ sees }) => plain(sees),
      by: ({ by }) => plain(by),
      days: () => plain(counted(INVITATION_DAYS, 'day')),
      link: ({ id }, publicUrl) => address(publicUrl + paths.dutyInvitation(id)),
    },
    example: {
      invitationId: 'invitation',
      id: 'invitation',
      name: 'Helena Sandström',
      duty: 'Section editor of Ecology and Climate Effects',
      sees: DUTY_RULES.section.sees,
      by: 'Samina Farooqi',
    },
    load: toInvited,
  },
  'duties-changed': {
    values: {
      person: ({ person }) => plain(person),
      by: ({ by }) => plain(by),
      now: ({ now }) => plain(now),
      link: (_data, publicUrl) => address(publicUrl + paths.adminRoles),
    },
    example: {
      ...{ userId: 'helena', byUserId: 'samina', name: 'Tariq Mehmood Leghari', person: 'Helena Sandström' },
      by: 'Samina Farooqi',
      now: 'Section editor of Ecology and Climate Effects',
    },
    load: toAdministrator,
  },
}

/** Tells every managing editor what someone does for the journal now. */
export async function tellDutiesChanged(
  tx: Tx,
  { userId, byId }: { userId: string; byId: string | null },
): Promise<void> {
  for (const { email } of await administrators(tx)) {
    const data = { userId, byUserId: byId }
    await enqueue<DutyEmail>(tx, { kind: 'duties-changed', recipient: email, data })
  }
}
