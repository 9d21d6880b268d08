import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** What a person was asked about notices on their articles, and has answered. What a published notice prints stays. */
export const noticeData: PersonalDataPart = {
  name: 'notices',
  about:
    'Notices about articles of yours: whether you were asked at the confirmed address of your account, and what you answered.',
  give: async function* (db, { confirmedEmails }) {
    if (!confirmedEmails.length) return
    const rows = await db
      .selectFrom('notice_answers as one')
      .innerJoin('notices', 'notices.id', 'one.notice_id')
      .innerJoin('notice_articles', (join) =>
        join.onRef('notice_articles.notice_id', '=', 'notices.id').on('notice_articles.position', '=', 0),
      )
      .innerJoin('articles', 'articles.id', 'notice_articles.about_id')
      .select(['articles.title', 'notices.kind', 'one.name', 'one.email', 'one.told_at', 'one.answer', 'one.remark'])
      .select(['one.may_print', 'one.answered_at'])
      .where('one.email', 'in', confirmedEmails)
      .orderBy('notices.drafted_at')
      .orderBy('notices.id')
      .execute()
    for (const { title, kind, name, email, told_at, answer, remark, may_print, answered_at } of rows) {
      yield {
        ...{ article: plainTitle(title), notice: kind, namedAs: name, email, writtenToAt: told_at, answer, remark },
        ...{ mayBePrinted: may_print === 1, answeredAt: answered_at },
      }
    }
  },
  erase: async (tx, { confirmedEmails }) => {
    if (!confirmedEmails.length) return
    const own = tx.updateTable('notice_answers').where('email', 'in', confirmedEmails)
    await own.set({ remark: null }).where('may_print', '=', 0).execute()
    await own.set({ email: '' }).execute()
  },
  columns: {
    'notice_answers.email': 'given; erased for a confirmed address',
    'notices.drafted_by': COLUMN.reference,
    'notices.confirmed_by': COLUMN.reference,
  },
}
