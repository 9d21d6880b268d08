import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { COLUMN, type Person, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** What a person has asked for: with the account, or from its confirmed address. Not what an editor has entered. */
const sentBy = (db: Db, { id, confirmedEmails }: Person) =>
  db
    .selectFrom('requests')
    .selectAll('requests')
    .where(({ or, and, eb }) =>
      or([
        and([eb('requests.user_id', '=', id), eb('from_kind', '=', 'author')]),
        ...(confirmedEmails.length ? [eb('requests.email', 'in', confirmedEmails)] : []),
      ]),
    )

/** What a person has asked the journal to do about published articles. */
export const requestData: PersonalDataPart = {
  name: 'requests',
  about: 'What you have asked the journal to do about published articles, and its answers.',
  give: async function* (db, person) {
    const rows = await sentBy(db, person)
      .innerJoin('articles', 'articles.id', 'requests.article_id')
      .select('articles.title')
      .orderBy('requests.created_at')
      .orderBy('requests.id')
      .execute()
    for (const row of rows) {
      yield {
        ...{ article: plainTitle(row.title), kind: row.kind, name: row.name, email: row.email, text: row.text },
        passages: JSON.parse(row.passages) as unknown,
        ...{ whoseError: row.whose_error, affects: row.affects, sentAt: row.created_at, state: row.state },
        ...{ answer: row.answer, answeredAt: row.answered_at },
      }
    }
  },
  // What is wrong with an article stays known; who has found it does not.
  erase: async (tx, person, { without }) => {
    for (const { id, user_id, text, answer } of await sentBy(tx, person).execute()) {
      const owner = user_id === person.id ? null : user_id
      const unnamed = { name: '', email: '', user_id: owner, text: without(text), answer: answer && without(answer) }
      await tx.updateTable('requests').set(unnamed).where('id', '=', id).execute()
      // Nobody is left who could agree.
      await tx.deleteFrom('name_changes').where('request_id', '=', id).where('state', '<>', 'done').execute()
    }
  },
  columns: {
    'requests.user_id': 'erased for what the person has sent; of an editor who has entered it an id',
    'requests.email': 'given; erased with the account',
    'requests.handler_id': COLUMN.reference,
    'name_changes.proposed_by': COLUMN.reference,
    'name_changes.done_by': COLUMN.reference,
  },
}
