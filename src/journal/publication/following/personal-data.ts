import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { thingOf } from './things.ts'

/** What a person follows by email, with addresses that are known to be theirs, and what they were written about. */
export const followData: PersonalDataPart = {
  name: 'following',
  about: 'What you follow by email, and what you were written about.',
  give: async function* (db, { confirmedEmails }) {
    if (!confirmedEmails.length) return
    const rows = await db
      .selectFrom('follows')
      .selectAll()
      .where('email', 'in', confirmedEmails)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const { email, rhythm, created_at, confirmed_at } = row
      const follows = plainTitle((await thingOf(db, row)).title)
      yield { email, follows, rhythm, askedAt: created_at, since: confirmed_at }
    }
    const sendings = await db
      .selectFrom('alert_sendings')
      .selectAll()
      .where('email', 'in', confirmedEmails)
      .orderBy('sent_at')
      .orderBy('subject_id')
      .execute()
    for (const { email, kind, subject_id, sent_at } of sendings)
      yield { email, writtenAbout: kind, id: subject_id, at: sent_at }
  },
  erase: async (tx, { confirmedEmails }) => {
    if (!confirmedEmails.length) return
    await tx.deleteFrom('follows').where('email', 'in', confirmedEmails).execute()
    await tx.deleteFrom('alert_sendings').where('email', 'in', confirmedEmails).execute()
  },
  columns: {
    'follows.email': 'given; removed with the account, for a confirmed address',
    'alert_sendings.email': 'given; removed with the account, for a confirmed address',
  },
}
