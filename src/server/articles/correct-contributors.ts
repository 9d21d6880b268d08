import { isPublicRole } from '../../contract/domain/contributor-roles.ts'
import { AUTHOR_GONE, type CorrectionOfArticle } from '../../contract/api/correction.ts'
import { contributorOf, type Contributor } from '../../contract/domain/people.ts'
import { NO_AUTHOR } from '../../contract/api/submission.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import { newId } from '../ids.ts'
import { invalid } from '../domain-error.ts'
import { changedColumns, columnsOf, contributorsOf, formOf, namerOf, type Linked } from './contributors.ts'

type Wanted = NonNullable<CorrectionOfArticle['contributors']>

interface Place {
  id: string
  /** Null: somebody new. */
  before: Linked | null
  form: Contributor
}

/** A list of people before and after a correction, for those who read what was changed. */
export interface CorrectedPeople {
  /** Removed people, and changed ones as they were. */
  before: Contributor[]
  /** New people, and changed ones as they are. */
  after: Contributor[]
  /** All names in their order. */
  order: { before: string[]; after: string[] }
  /** Readers see the difference: it is not about reviewers alone. */
  isVisible: boolean
  /** The whole list as it was. */
  replaced: (Contributor & { contributorId: string })[]
}

/** Gives an article these people in this order; null when it has exactly them. The caller has locked the article. */
export async function correctContributors(
  tx: Tx,
  caller: Caller,
  { articleId, at }: { articleId: string; at: string },
  wanted: Wanted,
): Promise<CorrectedPeople | null> {
  const present = await contributorsOf(tx, articleId)
  const places = placesFor(present, wanted)
  if (!places.some(({ form }) => isPublicRole(form.role))) throw invalid('contributors', NO_AUTHOR)

  const stays = new Set(places.map(({ id }) => id))
  const removed = present.filter(({ contributor_id }) => !stays.has(contributor_id))
  const changed = places.filter(({ before, form }) => before !== null && !same(formOf(before), form))
  const added = places.filter(({ before }) => before === null)
  const isMoved = places.some(({ id }, index) => present[index]?.contributor_id !== id)
  if (!removed.length && !changed.length && !added.length && !isMoved) return null

  // Authors are listed by their date, then by their position: in another order they get one date.
  const [first] = present.map(({ created_at }) => created_at).sort()
  const dates = places.map(({ before }) => before?.created_at ?? at)
  const isInOrder = dates.every((date, index) => index === 0 || dates[index - 1]! <= date)
  const dateOf = (index: number): string => (isInOrder ? dates[index]! : (first ?? at))

  await tx.deleteFrom('article_contributors').where('article_id', '=', articleId).execute()
  if (removed.length) {
    const ids = removed.map(({ contributor_id }) => contributor_id)
    await tx.deleteFrom('contributors').where('id', 'in', ids).execute()
  }
  for (const [index, { id, before, form }] of places.entries()) {
    const created_at = dateOf(index)
    if (before === null) {
      const unproven = { orcid_authenticated_at: null }
      await tx
        .insertInto('contributors')
        .values({ id, ...columnsOf(form), ...unproven, created_at })
        .execute()
    } else if (created_at !== before.created_at || !same(formOf(before), form)) {
      await tx
        .updateTable('contributors')
        .set({ ...(same(formOf(before), form) ? {} : changedColumns(before, form)), created_at })
        .where('id', '=', id)
        .execute()
    }
  }
  await tx
    .insertInto('article_contributors')
    .values(
      places.map(({ id, before, form }, position) => ({
        article_id: articleId,
        contributor_id: id,
        role: form.role,
        position,
        created_at: before?.linked_at ?? at,
        named_by: before === null ? caller.userId : namerOf(before, form, caller),
      })),
    )
    .execute()

  return {
    before: [...removed, ...changed.map(({ before }) => before!)].map(formOf),
    after: [...changed, ...added].map(({ form }) => form),
    order: { before: present.map(({ full_name }) => full_name), after: places.map(({ form }) => form.fullName) },
    isVisible: seenBy(present.map(formOf)) !== seenBy(places.map(({ form }) => form)),
    replaced: present.map((person) => ({ contributorId: person.contributor_id, ...formOf(person) })),
  }
}

/** Who is meant by each entry of the list; an entry that names nobody of this article is refused. */
function placesFor(present: Linked[], wanted: Wanted): Place[] {
  const left = new Map(present.map((person) => [person.contributor_id, person]))
  return wanted.map(({ contributorId, person }): Place => {
    if (contributorId === undefined) return { id: newId(), before: null, form: contributorOf(person!) }
    const before = left.get(contributorId)
    if (!before) throw invalid('contributors', AUTHOR_GONE)
    left.delete(contributorId)
    return { id: contributorId, before, form: person ? contributorOf(person, formOf(before)) : formOf(before) }
  })
}

/** What readers see of a list of people. */
const seenBy = (people: Contributor[]): string => JSON.stringify(people.filter(({ role }) => isPublicRole(role)))

const same = (one: Contributor, other: Contributor): boolean => JSON.stringify(one) === JSON.stringify(other)
