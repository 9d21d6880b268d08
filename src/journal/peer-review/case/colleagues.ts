import type { Db } from '../../../platform/database/connect.ts'
import type { CoReviewerRow } from '../../../platform/database/review-tables.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { suggestionsOf } from '../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions } from '../invite/cautions.ts'

/** What speaks against colleagues whom reviewers have named, in their order: the same as against inviting them. */
export async function cautionsOfColleagues(
  db: Db,
  articleId: string,
  { hashes, callerId }: { hashes: AddressHashes; callerId: string },
  colleagues: readonly CoReviewerRow[],
): Promise<Cautions[]> {
  if (!colleagues.length) return []
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((where) =>
      where(
        where.fn<string>('lower', ['email']),
        'in',
        colleagues.map(({ email }) => email.toLowerCase()),
      ),
    )
    .where('email_confirmed_at', 'is not', null)
    .execute()
  const people = colleagues.map(({ id, full_name, email, orcid }) => ({
    ...{ fullName: full_name, emails: [email.toLowerCase()], orcid, affiliation: '' },
    ...{ reviewerId: null, coReviewerId: id, awayUntil: null, doNotAskAt: null },
    userId: accounts.find((account) => account.email.toLowerCase() === email.toLowerCase())?.id ?? null,
  }))
  return cautionsAbout(db, articleId, people, { suggestions: await suggestionsOf(db, [articleId]), hashes, callerId })
}
