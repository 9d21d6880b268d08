import { type Contributor, contributorOf } from '../../../contract/rules/people/people.ts'
import { AUTHOR_GONE, type CorrectionOfArticle, NO_AUTHOR } from '../../../contract/api/submission.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid } from '../../../platform/errors.ts'
import { noteRecusedEditors } from '../../peer-review/cases/recused-editors.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import {
  contributorIn,
  isAuthor,
  loadContributors,
  insertPeople,
  linkPeople,
  unlinkPeople,
  updatePerson,
  type LinkedContributor,
} from './contributor-rows.ts'
import { namerOf } from './contributors.ts'

type Wanted = NonNullable<CorrectionOfArticle['contributors']>

interface Place {
  id: string
  /** Null for a new person. */
  before: LinkedContributor | null
  form: Contributor
}

/** The people before and after a correction, for the audit log and emails. */
export interface CorrectedPeople {
  /** Removed people, and the former state of changed ones. */
  before: Contributor[]
  /** New people, and the new state of changed ones. */
  after: Contributor[]
  /** All names in order. */
  order: { before: string[]; after: string[] }
  /** True if the change is visible to readers, that is, not only about reviewers. */
  isVisible: boolean
  /** The complete list before the change. */
  replaced: (Contributor & { contributorId: string })[]
}

/** Replaces the people of an article by this list; null if nothing changes. The caller has locked the article. */
export async function correctContributors(
  tx: Tx,
  caller: Caller,
  { articleId, at }: { articleId: string; at: string },
  wanted: Wanted,
): Promise<CorrectedPeople | null> {
  const present = await loadContributors(tx, [articleId])
  const places = placesFor(present, wanted)
  if (!places.some(({ form }) => isAuthor(form))) throw invalid('contributors', NO_AUTHOR)

  const stays = new Set(places.map(({ id }) => id))
  const removed = present.filter((person) => !stays.has(person.id))
  const changed = places.filter(({ before, form }) => before !== null && !same(contributorIn(before), form))
  const added = places.filter(({ before }) => before === null)
  const isMoved = places.some(({ id }, index) => present[index]?.id !== id)
  if (!removed.length && !changed.length && !added.length && !isMoved) return null

  // Authors are sorted by date, then position: to reorder them they all get the same date.
  const [first] = present.map(({ createdAt }) => createdAt).sort()
  const dates = places.map(({ before }) => before?.createdAt ?? at)
  const isInOrder = dates.every((date, index) => index === 0 || dates[index - 1]! <= date)
  const dateOf = (index: number): string => (isInOrder ? dates[index]! : (first ?? at))

  await noteRecusals(tx, { articleId })
  await unlinkPeople(tx, articleId)
  if (removed.length) {
    const ids = removed.map((person) => person.id)
    await tx.deleteFrom('contributors').where('id', 'in', ids).execute()
  }
  for (const [index, { id, before, form }] of places.entries()) {
    const createdAt = dateOf(index)
    if (before === null) await insertPeople(tx, [{ id, person: form, createdAt }])
    else if (!same(contributorIn(before), form)) await updatePerson(tx, before, form)
    if (before !== null && createdAt !== before.createdAt) {
      await tx.updateTable('contributors').set({ created_at: createdAt }).where('id', '=', id).execute()
    }
  }
  await linkPeople(
    tx,
    articleId,
    places.map(({ id, before, form }, position) => ({
      id,
      role: form.role,
      position,
      linkedAt: before?.linkedAt ?? at,
      namedBy: before === null ? caller.userId : namerOf(before, form, caller),
    })),
  )
  await noteRecusedEditors(tx, articleId)

  return {
    before: [...removed, ...changed.map(({ before }) => before!)].map(contributorIn),
    after: [...changed, ...added].map(({ form }) => form),
    order: { before: present.map(({ fullName }) => fullName), after: places.map(({ form }) => form.fullName) },
    isVisible: seenBy(present.map(contributorIn)) !== seenBy(places.map(({ form }) => form)),
    replaced: present.map((person) => ({ contributorId: person.id, ...contributorIn(person) })),
  }
}

/** Resolves each entry of the list to a contributor; refuses an entry that refers to nobody of this article. */
function placesFor(present: LinkedContributor[], wanted: Wanted): Place[] {
  const left = new Map(present.map((person) => [person.id, person]))
  return wanted.map(({ contributorId, person }): Place => {
    if (contributorId === undefined) return { id: newId(), before: null, form: contributorOf(person!) }
    const before = left.get(contributorId)
    if (!before) throw invalid('contributors', AUTHOR_GONE)
    left.delete(contributorId)
    return {
      id: contributorId,
      before,
      form: person ? contributorOf(person, contributorIn(before)) : contributorIn(before),
    }
  })
}

/** The public part of a list of people. */
const seenBy = (people: Contributor[]): string => JSON.stringify(people.filter(isAuthor))

const same = (one: Contributor, other: Contributor): boolean => JSON.stringify(one) === JSON.stringify(other)
