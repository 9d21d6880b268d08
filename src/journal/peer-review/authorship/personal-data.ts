import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import { FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import { isThem, NAMELESS } from '../../publication/articles/erase-submitter.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { COLUMN, type Person, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** What a person was asked as a named author, and has answered. Erased after the manuscripts that they have submitted. */
export const authorshipData: PersonalDataPart = {
  name: 'authorship',
  about:
    'Lists of authors in which you are named: whether you were asked at the confirmed address of your account, and what you answered.',
  give: async function* (db, { confirmedEmails }) {
    if (!confirmedEmails.length) return
    const rows = await db
      .selectFrom('author_confirmations as one')
      .innerJoin('articles', 'articles.id', 'one.article_id')
      .leftJoin('contributors', 'contributors.id', 'one.contributor_id')
      .select(['articles.title', 'one.person', 'one.position', 'one.email', 'one.state', 'one.asked_at', 'one.told_at'])
      .select(['one.answered_at', 'one.reason', 'contributors.competing_interests'])
      .where('one.email', 'in', confirmedEmails)
      .orderBy('one.asked_at')
      .orderBy('one.article_id')
      .execute()
    for (const { title, person, position, email, state, asked_at, told_at, answered_at, reason, ...own } of rows) {
      yield {
        ...{ manuscript: plainTitle(title), namedAs: JSON.parse(person) as Contributor, place: position + 1, email },
        ...{ state, askedAt: asked_at, writtenToAt: told_at, answeredAt: answered_at, reason },
        competingInterests: own.competing_interests,
      }
    }
  },
  erase: async (tx, person, by) => {
    if (person.confirmedEmails.length) {
      await tx.deleteFrom('person_links').where('email', 'in', person.confirmedEmails).execute()
      await tx.deleteFrom('orcid_connections').where('email', 'in', person.confirmedEmails).execute()
    }
    for (const row of await rowsOf(tx, person)) {
      const own = JSON.parse(row.person) as Contributor
      const isNameless =
        row.full_name === FORMER_ACCOUNT ||
        (row.submitter_id === person.id && row.published_at === null && isThem(person, by, own, row.asked_at))
      const isTheirs = person.confirmedEmails.includes(row.email) || isNameless
      const nameless = isNameless ? NAMELESS : {}
      const kept = isTheirs
        ? { person: JSON.stringify({ ...own, email: '', ...nameless }), email: '', reason: null, waive_reason: null }
        : {
            reason: row.reason && by.withoutThen(row.reason, row.answered_at ?? by.at),
            waive_reason: row.waive_reason && by.withoutThen(row.waive_reason, by.at),
          }
      await tx
        .updateTable('author_confirmations')
        .set(kept)
        .where('article_id', '=', row.article_id)
        .where('list_digest', '=', row.list_digest)
        .where('contributor_id', '=', row.contributor_id)
        .execute()
    }
  },
  columns: {
    'author_confirmations.email': 'given; erased for a confirmed address',
    'author_proposals.proposed_by': COLUMN.reference,
    'author_proposals.settled_by': COLUMN.reference,
    'author_confirmations.asked_by': COLUMN.reference,
    'author_confirmations.waived_by': COLUMN.reference,
    'orcid_connections.email': 'erased for a confirmed address; it lasts ten minutes',
    'person_links.email': 'erased for a confirmed address; a link is a secret of one email, and is not given',
  },
}

/** Where the person was asked, and all that was answered about the manuscripts that they have submitted. */
const rowsOf = (tx: Tx, { id, confirmedEmails }: Person) =>
  tx
    .selectFrom('author_confirmations as one')
    .innerJoin('articles', 'articles.id', 'one.article_id')
    .leftJoin('contributors', 'contributors.id', 'one.contributor_id')
    .selectAll('one')
    .select(['contributors.full_name', 'articles.submitter_id', 'articles.published_at'])
    .where(({ or, eb }) =>
      or([
        eb('articles.submitter_id', '=', id),
        ...(confirmedEmails.length ? [eb('one.email', 'in', confirmedEmails)] : []),
      ]),
    )
    .execute()
