import { ACTIONS, type Action } from '../../../contract/rules/accounts/actions.ts'
import { ERASED_VALUE } from '../../../contract/rules/accounts/users.ts'
import { eraseInAuditLog } from '../../../platform/audit.ts'
import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

const AT_ONCE = 500

/** Fields of entries about an account that identify its owner. */
const PERSONAL = new Set(['fullName', 'username', 'email', 'pendingEmail', 'phoneNumber', 'location', 'bio', 'orc_id'])

/** What the person has done, from the audit log. */
export const activityData: PersonalDataPart = {
  name: 'activity',
  about:
    'What you have done here, as our log keeps it: actions and times, and the details of those about your account.',
  give: async function* (db, { id }) {
    for (let seq = 0; ;) {
      const rows = await db
        .selectFrom('audit_entries')
        .selectAll()
        .where('actor_id', '=', id)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(AT_ONCE)
        .execute()
      for (const { at, action, subject, before, after } of rows) {
        const said = { at, action: ACTIONS[action as Action] ?? action, about: subject }
        // What an administrator has changed of others is about those others.
        yield subject === id ? { ...said, before: valueOf(before), after: valueOf(after) } : said
      }
      if (rows.length < AT_ONCE) return
      seq = rows.at(-1)!.seq
    }
  },
  erase: async (tx, person, { withoutThen }) => {
    const { id, typedEmails, confirmedEmails } = person
    await eraseInAuditLog(
      tx,
      ({ and, or, eb }) =>
        or([
          and([eb('subject', '=', id), or([eb('action', 'like', 'user.%'), eb('action', 'like', 'session.%')])]),
          // Refused sign-ins, before there was such an account too; and whatever the person has written.
          ...confirmedEmails.flatMap((email) => [
            eb('before', 'like', literally(email)),
            eb('after', 'like', literally(email)),
          ]),
          eb('actor_id', '=', id),
        ]),
      (entry, field, value) => {
        const address = value.toLowerCase()
        const isOwn = entry.subject === id || entry.actor_id === id
        if (entry.subject === id && PERSONAL.has(field)) return ERASED_VALUE
        return (isOwn ? typedEmails : confirmedEmails).includes(address) ? ERASED_VALUE : withoutThen(value, entry.at)
      },
    )
  },
  columns: {
    'audit_entries.actor_id': COLUMN.reference,
    'audit_entries.subject': COLUMN.reference,
    'audit_entries.before': 'given where it is about the person; personal values are erased, the entry stays',
    'audit_entries.after': 'given where it is about the person; personal values are erased, the entry stays',
  },
}

const valueOf = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** A pattern that finds a text anywhere; `_` finds more than itself, which does no harm. */
const literally = (text: string): string => `%${text.replaceAll('%', '_')}%`
