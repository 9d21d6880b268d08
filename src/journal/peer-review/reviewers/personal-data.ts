import type { Db } from '../../../platform/database/connect.ts'
import { COLUMN, type PersonalDataPart, type Person } from '../../../platform/personal-data-part.ts'
import type { AddressHashes } from './address-hashes.ts'
import { eraseReviewer, type ErasePart } from './commands.ts'
import { loadAddresses, REVIEWER_COLUMNS } from './queries.ts'

/**
 * The person as a reviewer: by an address that they have confirmed, since anybody can sign up with anybody's. With the
 * account goes the reviewer, exactly as when an editor erases one: `parts` is the same list.
 */
export const reviewerData = (hashes: AddressHashes, parts: readonly ErasePart[]): PersonalDataPart => ({
  name: 'reviewer',
  about: 'Your reviewer record: name, affiliation, expertise, addresses, and when you are away.',
  give: async function* (db, person) {
    for (const id of await loadReviewers(db, person)) {
      const reviewer = await db
        .selectFrom('reviewers')
        .select(REVIEWER_COLUMNS)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      yield {
        fullName: reviewer.full_name,
        affiliation: reviewer.affiliation,
        orcid: reviewer.orcid,
        expertise: reviewer.expertise,
        emails: (await loadAddresses(db, [id])).map(({ email }) => email),
        awayUntil: reviewer.away_until,
        neverAskedAgainSince: reviewer.do_not_ask_at,
        addedAt: reviewer.created_at,
      }
    }
  },
  erase: async (tx, person, { actorId }) => {
    for (const id of await loadReviewers(tx, person)) await eraseReviewer(tx, { hashes, actorId, parts }, id)
    const emails = person.confirmedEmails
    // Named by others, and never invited.
    for (const part of parts) await part(tx, { id: '', fullName: '', emails })
    if (!emails.length) return
    await tx
      .updateTable('reviewer_suggestions')
      .set({ full_name: '', email: null, affiliation: '', reason: '' })
      .where((where) => where(where.fn<string>('lower', ['email']), 'in', emails))
      .execute()
  },
  columns: {
    'reviewers.full_name': COLUMN.gone,
    'reviewers.orcid': COLUMN.gone,
    'reviewers.user_id': 'erased',
    'reviewer_addresses.email': COLUMN.gone,
    'reviewer_addresses.vouched_by': COLUMN.reference,
    'reviewer_suggestions.full_name':
      'erased for a confirmed address; not given: what authors and reviewers say of others is theirs',
    'reviewer_suggestions.email':
      'erased for a confirmed address; not given: what authors and reviewers say of others is theirs',
    'conflicts.user_id': COLUMN.reference,
    'conflicts.waived_by': COLUMN.reference,
    'erased_reviewers.address_hash': 'stays: a keyed hash, so that nobody asks the person again',
  },
})

async function loadReviewers(db: Db, { id, confirmedEmails }: Person): Promise<string[]> {
  if (!confirmedEmails.length) return []
  const rows = await db
    .selectFrom('reviewers')
    .select('id')
    .where('erased_at', 'is', null)
    .where(({ or, and, eb, selectFrom }) =>
      or([
        eb('user_id', '=', id),
        and([
          // A reviewer with another account may have had this address before, or share it.
          eb('user_id', 'is', null),
          eb(
            'id',
            'in',
            selectFrom('reviewer_addresses')
              .select('reviewer_id')
              .where((where) => where(where.fn<string>('lower', ['email']), 'in', [...confirmedEmails])),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
