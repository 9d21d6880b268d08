import { addressTaken, type ReviewerForm } from '../../../contract/api/reviewers.ts'
import { comparable } from '../../../contract/domain/comparable.ts'
import type { Candidate } from '../../../contract/domain/conflicts.ts'
import type { Db } from '../../database/connect.ts'
import { DomainError, invalid, notFound } from '../../domain-error.ts'
import { addressesOf, REVIEWER_COLUMNS } from '../../reviewers/queries.ts'
import { hiddenReviewers } from '../../reviewers/hidden.ts'
import { suggestionsOf, type LinkedSuggestion } from '../../reviewers/suggestions.ts'

/** How an editor names somebody: exactly one of the first three. */
export interface Named {
  reviewerId?: string | undefined
  suggestionId?: string | undefined
  person?: (Pick<ReviewerForm, 'fullName' | 'affiliation' | 'orcid'> & { email: string }) | undefined
  /** Which address of a known reviewer. */
  email?: string | undefined
}

/** Somebody who may be invited. */
export interface Person extends Candidate {
  /** Null for somebody who becomes a reviewer when invited. */
  reviewerId: string | null
  /** Where the invitation is sent. */
  email: string
  awayUntil: string | null
  doNotAskAt: string | null
  suggestion: LinkedSuggestion | null
}

/** Reads the people that an editor has named, in their order; errors are at `path(index)`. Four queries. */
export async function readPeople(
  db: Db,
  articleId: string,
  { named, callerId }: { named: readonly Named[]; callerId: string },
  path: (index: number) => string = String,
): Promise<{ people: Person[]; suggestions: LinkedSuggestion[] }> {
  const suggestions = await suggestionsOf(db, [articleId])
  const suggested = named.map(({ suggestionId }, index) => {
    if (suggestionId === undefined) return null
    const found = suggestions.find(({ id, kind }) => id === suggestionId && kind === 'suggest')
    if (!found) throw notFound('Suggestion')
    if (found.email === null) throw invalid(path(index), `No email address of ${found.fullName} is known`)
    return found
  })
  const addresses = named.flatMap(({ person }, index) => person?.email ?? suggested[index]?.email?.toLowerCase() ?? [])
  const holders = await holdersOf(db, addresses)
  const ids = named.flatMap(({ reviewerId }) => reviewerId ?? [])
  const hidden = await hiddenAmong(db, callerId, {
    ids: [...ids, ...holders.values()],
    orcids: named.flatMap(({ person }) => person?.orcid ?? []),
  })
  const known = await reviewersBy(db, [...ids, ...holders.values()])

  const people = named.map(({ reviewerId, person, email }, index): Person => {
    const suggestion = suggested[index] ?? null
    if (reviewerId !== undefined) {
      const reviewer = known.get(reviewerId)
      if (!reviewer || hidden.ids.has(reviewerId)) throw notFound('Reviewer')
      return at(reviewer, email ?? reviewer.emails[0], path(index))
    }
    const address = person?.email ?? suggestion!.email!.toLowerCase()
    const holder = known.get(holders.get(address) ?? '')
    if (holder) {
      // An address belongs to one person: a typing error must not go to somebody else. Of a reviewer who is hidden
      // from the editor the name must not be found out by it.
      if (
        person &&
        !hidden.ids.has(holder.reviewerId!) &&
        comparable(holder.fullName) !== comparable(person.fullName)
      ) {
        const message = addressTaken(address, holder.fullName)
        throw new DomainError('conflict', message, { errors: { [path(index)]: message } })
      }
      const asTyped = person && hidden.ids.has(holder.reviewerId!) ? { fullName: person.fullName } : {}
      return { ...at(holder, address, path(index)), ...asTyped, suggestion }
    }
    const { fullName, affiliation } = person ?? suggestion!
    const none = { reviewerId: null, userId: null, awayUntil: null, doNotAskAt: null }
    return {
      ...none,
      fullName,
      affiliation,
      orcid: person?.orcid && !hidden.orcids.has(person.orcid) ? person.orcid : null,
      emails: [address],
      email: address,
      suggestion,
    }
  })
  return { people, suggestions }
}

type Known = Omit<Person, 'email' | 'suggestion'>

function at(reviewer: Known, email: string | undefined, path: string): Person {
  if (email === undefined || !reviewer.emails.includes(email)) {
    throw invalid(path, `This is not an address of ${reviewer.fullName}`)
  }
  return { ...reviewer, email, suggestion: null }
}

/** The reviewers to whom addresses (in lower case) belong, by address. */
export async function holdersOf(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  if (!emails.length) return new Map()
  const rows = await db
    .selectFrom('reviewer_addresses')
    .select(['reviewer_id', 'email'])
    .where((where) => where(where.fn<string>('lower', ['email']), 'in', emails))
    .execute()
  return new Map(rows.map(({ email, reviewer_id }) => [email.toLowerCase(), reviewer_id]))
}

/** Those of some reviewers, and of some ORCID iDs, of whom an editor must not learn: they are of a case of their own. */
export async function hiddenAmong(
  db: Db,
  viewerId: string,
  { ids, orcids = [] }: { ids: readonly string[]; orcids?: readonly string[] },
): Promise<{ ids: ReadonlySet<string>; orcids: ReadonlySet<string> }> {
  if (!ids.length && !orcids.length) return { ids: new Set(), orcids: new Set() }
  const rows = await db
    .selectFrom('reviewers')
    .select(['id', 'orcid'])
    .where((where) =>
      where.or([where('id', 'in', ids.length ? ids : ['']), where('orcid', 'in', orcids.length ? orcids : [''])]),
    )
    .where('id', 'in', hiddenReviewers(viewerId))
    .execute()
  return { ids: new Set(rows.map(({ id }) => id)), orcids: new Set(rows.flatMap(({ orcid }) => orcid ?? [])) }
}

/** Reviewers by id, without erased ones. */
export async function reviewersBy(db: Db, ids: readonly string[]): Promise<Map<string, Known>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('reviewers')
    .select(REVIEWER_COLUMNS)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .execute()
  const addresses = Map.groupBy(await addressesOf(db, ids), ({ reviewer_id }) => reviewer_id)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        reviewerId: row.id,
        userId: row.user_id,
        fullName: row.full_name,
        affiliation: row.affiliation,
        orcid: row.orcid,
        emails: (addresses.get(row.id) ?? []).map(({ email }) => email.toLowerCase()),
        awayUntil: row.away_until,
        doNotAskAt: row.do_not_ask_at,
      },
    ]),
  )
}
