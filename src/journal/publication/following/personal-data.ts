import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** What a person follows by email, with addresses that are known to be theirs. */
export const followData: PersonalDataPart = {
  name: 'following',
  about: 'The articles that you follow by email, and whether you follow the journal.',
  give: async function* (db, { confirmedEmails }) {
    if (!confirmedEmails.length) return
    const rows = await db
      .selectFrom('follows')
      .leftJoin('articles', 'articles.id', 'follows.article_id')
      .select(['follows.email', 'follows.created_at', 'follows.confirmed_at', 'articles.title'])
      .where('follows.email', 'in', confirmedEmails)
      .orderBy('follows.created_at')
      .orderBy('follows.id')
      .execute()
    for (const { email, title, created_at, confirmed_at } of rows) {
      yield {
        email,
        follows: title === null ? 'the journal' : plainTitle(title),
        askedAt: created_at,
        since: confirmed_at,
      }
    }
  },
  erase: async (tx, { confirmedEmails }) => {
    if (confirmedEmails.length) await tx.deleteFrom('follows').where('email', 'in', confirmedEmails).execute()
  },
  columns: { 'follows.email': 'given; removed with the account, for a confirmed address' },
}
