import { addressTaken, orcidTaken, type ReviewerForm } from '../../../contract/api/reviewers.ts'
import type { Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import { nameFits } from '../../../contract/rules/people/same-person.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { loadHolders, loadAddresses, REVIEWER_COLUMNS } from '../reviewers/queries.ts'
import { hiddenReviewers } from '../reviewers/hidden.ts'
import { loadSuggestions, type LinkedSuggestion } from '../reviewers/suggestions.ts'

/** How an editor names someone: exactly one of the first three. */
export interface Named {
  reviewerId?: string | undefined
  suggestionId?: string | undefined
  person?: (Pick<ReviewerForm, 'fullName' | 'affiliation' | 'orcid'> & { email: string }) | undefined
  /** Which address of a known reviewer. */
  email?: string | undefined
}

/** Someone who may be invited. */
export interface Person extends Candidate {
  /** Null for someone who becomes a reviewer when invited. */
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
  const suggestions = await loadSuggestions(db, [articleId])
  const suggested = named.map(({ suggestionId }, index) => {
    if (suggestionId === undefined) return null
    const found = suggestions.find(({ id, kind }) => id === suggestionId && kind === 'suggest')
    if (!found) throw notFound('Suggestion')
    if (found.email === null) throw invalid(path(index), `No email address of ${found.fullName} is known`)
    return found
  })
  const typed = named.map(({ person }, index): TypedPerson => ({
    email: person?.email ?? suggested[index]?.email?.toLowerCase() ?? null,
    orcid: person?.orcid ?? null,
  }))
  const recognised = await recognise(db, typed, callerId)
  const hidden = await hiddenAmong(db, callerId, {
    ids: named.flatMap(({ reviewerId }) => reviewerId ?? []),
    orcids: typed.flatMap(({ orcid }) => orcid ?? []),
  })
  const known = await reviewersBy(
    db,
    [...named, ...recognised].flatMap((one) => one?.reviewerId ?? []),
  )

  const people = named.map(({ reviewerId, person, email }, index): Person => {
    const suggestion = suggested[index] ?? null
    if (reviewerId !== undefined) {
      const reviewer = known.get(reviewerId)
      if (!reviewer || hidden.ids.has(reviewerId)) throw notFound('Reviewer')
      return at(reviewer, email ?? reviewer.emails[0], path(index))
    }
    const address = person?.email ?? suggestion!.email!.toLowerCase()
    const found = recognised[index]
    const holder = known.get(found?.reviewerId ?? '')
    if (found && holder) {
      // Of a reviewer who is hidden from the editor nothing must be found out by what is refused.
      if (found.isHidden) return { ...holder, ...(person && { fullName: person.fullName }), email: address, suggestion }
      // An address belongs to one person: a typing error must not go to someone else.
      if (person && nameFits(holder.fullName, person.fullName) === null) {
        const message = found.by === 'ORCID iD' ? orcidTaken(holder.fullName) : addressTaken(address, holder.fullName)
        throw new DomainError('conflict', message, { errors: { [path(index)]: message } })
      }
      return { ...holder, email: found.email ?? address, suggestion }
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

interface TypedPerson {
  /** In lower case. */
  email: string | null
  orcid: string | null
}

/** A reviewer of this journal in what someone has typed. */
export interface Recognised {
  reviewerId: string
  by: 'email address' | 'ORCID iD' | 'account'
  /** The address of theirs that was meant; null if the typed one is new. */
  email: string | null
  /** Whether the editor must not learn who has it. */
  isHidden: boolean
}

/**
 * The reviewers of this journal whom typed people surely are: by the mailbox, the ORCID iD, or the account that has
 * confirmed the address. They keep their record, their label and what is known of them. Those who are hidden from the
 * viewer are known by their very address alone, which can have one owner only. Five queries.
 */
export async function recognise(
  db: Db,
  typed: readonly TypedPerson[],
  viewerId: string,
): Promise<(Recognised | null)[]> {
  const emails = typed.flatMap(({ email }) => email ?? [])
  const orcids = typed.flatMap(({ orcid }) => orcid ?? [])
  const holders = await loadHolders(db, emails)
  const byOrcid = orcids.length
    ? await db.selectFrom('reviewers').select(['id', 'orcid']).where('orcid', 'in', orcids).execute()
    : []
  const byAccount = emails.length
    ? await db
        .selectFrom('users')
        .innerJoin('reviewers', 'reviewers.user_id', 'users.id')
        .select(['reviewers.id', 'users.email'])
        .where((where) => where(where.fn<string>('lower', ['users.email']), 'in', emails))
        .where('users.email_confirmed_at', 'is not', null)
        .execute()
    : []
  const { ids: hidden } = await hiddenAmong(db, viewerId, {
    ids: [
      ...[...holders.values()].map(({ reviewerId }) => reviewerId),
      ...[...byOrcid, ...byAccount].map(({ id }) => id),
    ],
  })
  return typed.map(({ email, orcid }): Recognised | null => {
    const holder = holders.get(email ?? '')
    const theirs = holder?.email.toLowerCase() ?? null
    const isHidden = holder !== undefined && hidden.has(holder.reviewerId)
    if (holder && (!isHidden || theirs === email)) {
      return { reviewerId: holder.reviewerId, by: 'email address', email: theirs, isHidden }
    }
    const same = orcid === null ? undefined : byOrcid.find((one) => one.orcid === orcid && !hidden.has(one.id))
    if (same) return { reviewerId: same.id, by: 'ORCID iD', email: null, isHidden: false }
    const owner = byAccount.find((one) => one.email.toLowerCase() === email && !hidden.has(one.id))
    return owner ? { reviewerId: owner.id, by: 'account', email: null, isHidden: false } : null
  })
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
  const addresses = Map.groupBy(await loadAddresses(db, ids), ({ reviewer_id }) => reviewer_id)
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
