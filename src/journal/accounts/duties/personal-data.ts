import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { categoryNames, inLog, loadInvitedCategories } from './rows.ts'

/** What the person does, and did, for the journal, and to what they were invited. */
export const dutyData: PersonalDataPart = {
  name: 'duties',
  about: 'What you do, and did, for the journal, and to what you were invited.',
  give: async function* (db, { id, confirmedEmails }) {
    const named = await categoryNames(db)
    const rows = await db.selectFrom('duties').selectAll().where('user_id', '=', id).orderBy('given_at').execute()
    for (const row of rows) {
      const { duty, categoryId, from, until } = inLog(row)
      yield { duty, category: categoryId === null ? null : named(categoryId).name, from, until, givenAt: row.given_at }
    }
    if (!confirmedEmails.length) return
    const invitations = await db
      .selectFrom('duty_invitations')
      .selectAll()
      .where('email', 'in', confirmedEmails)
      .orderBy('invited_at')
      .execute()
    const categories = await loadInvitedCategories(db, invitations.map((row) => row.id)) // prettier-ignore
    for (const row of invitations) {
      yield {
        invitedTo: row.duty,
        categories: (categories.get(row.id) ?? []).map((category) => named(category).name),
        at: row.invited_at,
        sentAt: row.sent_at,
        expiresAt: row.expires_at,
        endedAt: row.ended_at,
        endedAs: row.ended_as,
      }
    }
  },
  erase: async (tx, { id, confirmedEmails }) => {
    await tx.deleteFrom('duties').where('user_id', '=', id).execute()
    if (confirmedEmails.length) {
      await tx.deleteFrom('duty_invitations').where('email', 'in', confirmedEmails).execute()
    }
    await tx.updateTable('duty_invitations').set({ invited_by: null }).where('invited_by', '=', id).execute()
    await tx.updateTable('duty_invitations').set({ accepted_by: null }).where('accepted_by', '=', id).execute()
  },
  columns: {
    'duties.user_id': COLUMN.gone,
    'duty_invitations.email': 'given; removed with the account, for a confirmed address',
    'duty_invitations.invited_by': 'emptied with the account',
    'duty_invitations.accepted_by': 'emptied with the account',
  },
}
