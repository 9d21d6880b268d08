import {
  AUTHORS_MAX,
  NO_AUTHOR,
  TOO_MANY_AUTHORS,
  AUTHOR_GONE,
  type CorrectionOfArticle,
} from '../../../contract/api/submission.ts'
import type { ContributorForm } from '../../../contract/api/contributors.ts'
import { type Contributor, contributorOf, type ContributorRole } from '../../../contract/rules/people/people.ts'
import type { SaidBy } from '../../../contract/rules/people/credit.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry, type AuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { now, newId } from '../../../platform/ids.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { askAgain } from '../../peer-review/authorship/confirmations.ts'
import { noteRecusedEditors } from '../../peer-review/cases/recused-editors.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { notFound, DomainError, invalid } from '../../../platform/errors.ts'
import {
  contributorIn,
  loadContributors,
  insertContributors,
  isAuthor,
  linkPeople,
  unlinkPeople,
  updatePerson,
  type LinkedContributor,
  insertPeople,
} from './contributor-rows.ts'
import { refuseWithoutNotice } from './names-lock.ts'
import { lockArticle } from './policy.ts'
import { hasBeenPublic, isPublic } from './transitions.ts'
import { takeSnapshot, writeVersion } from '../versions/write-version.ts'

/** Adds an author at the end of an article's list. */
export async function addContributor(
  tx: Tx,
  caller: Caller,
  { id, ...form }: ContributorForm & { id: string },
): Promise<void> {
  const person = contributorOf(form)
  const { contributors, changed } = await openForChange(tx, caller, id)
  if (contributors.length >= AUTHORS_MAX) throw new DomainError('conflict', TOO_MANY_AUTHORS)
  const end = Math.max(-1, ...contributors.map(({ position }) => position)) + 1
  await insertContributors(
    tx,
    { articleId: id, namedBy: caller.userId, at: now(), from: end, saidBy: sayerOf(caller) },
    [person],
  )
  await changed('article.add-contributor', id, { after: person })
}

/** Changes an author of an article. */
export async function changeContributor(
  tx: Tx,
  caller: Caller,
  { id, contributorId, ...form }: ContributorForm & { id: string; contributorId: string },
): Promise<void> {
  const { contributors, changed } = await openForChange(tx, caller, id)
  const contributor = contributors.find((one) => one.id === contributorId)
  if (!contributor) throw notFound('Contributor')
  const before = contributorIn(contributor)
  const person = contributorOf(form, before)
  const others = contributors.filter((one) => one !== contributor)
  if (isAuthor(contributor)) refuseWithoutAuthor([...others, person])

  await updatePerson(tx, contributor, person, sayerOf(caller))
  await unlinkPeople(tx, id, contributorId)
  await linkPeople(tx, id, [{ ...contributor, role: person.role, namedBy: namerOf(contributor, person, caller) }])
  await changed('article.change-contributor', id, { before, after: person })
}

/**
 * Who is recorded as having named a contributor after a change. If an editor changes the name, address or
 * role, the editor counts as having chosen the person, so a submitter no longer sees them if they are a
 * reviewer.
 */
const namerOf = (
  before: LinkedContributor,
  { fullName, email, role }: Contributor,
  { userId }: Caller,
): string | null =>
  fullName === before.fullName && email === before.email && role === before.role ? before.namedBy : userId

/** Whose word a list of authors is. */
const sayerOf = (caller: Caller): SaidBy => (isAdministrator(caller) ? 'editor' : 'submitter')

/** Removes an author from an article, unless it is the last one. */
export async function removeContributor(
  tx: Tx,
  caller: Caller,
  { id, contributorId }: { id: string; contributorId: string },
): Promise<void> {
  const { contributors, changed } = await openForChange(tx, caller, id)
  const contributor = contributors.find((one) => one.id === contributorId)
  if (!contributor) throw notFound('Contributor')
  refuseWithoutAuthor(contributors.filter((one) => one !== contributor))
  await unlinkPeople(tx, id, contributorId)
  await tx.deleteFrom('contributors').where('id', '=', contributorId).execute()
  await changed('article.remove-contributor', id, { before: contributorIn(contributor) })
}

/** Reviewers are not public: without an author, an article would have no visible contributor. */
function refuseWithoutAuthor(left: readonly { role: ContributorRole }[]): void {
  if (!left.some(isAuthor)) throw new DomainError('conflict', NO_AUTHOR)
}

type ContributorEntry = Extract<AuditEntry, readonly [`article.${string}-contributor`, ...unknown[]]>

/** Locks an article and its people; `changed` records what was done. */
async function openForChange(tx: Tx, caller: Caller, id: string) {
  const { article } = await lockArticle(tx, caller, 'changeContributors', id)
  // Who is removed, or gets another address, has known the manuscript.
  await noteRecusals(tx, { articleId: id })
  const contributors = await loadContributors(tx, [id])
  const seenBefore = await takeSnapshot(tx, article)
  const changed = async (...entry: ContributorEntry) => {
    const at = now()
    // Readers do not see reviewers.
    const isSeen = hasBeenPublic(article) && [entry[2].before, entry[2].after].some((one) => one && isAuthor(one))
    if (isSeen) refuseWithoutNotice(article)
    await tx
      .updateTable('articles')
      .set({ updated_at: at, version: article.version + 1, ...(isSeen ? { corrected_at: at } : {}) })
      .where('id', '=', id)
      .execute()
    if (seenBefore && isSeen && hasBeenPublic(article)) {
      const reason = 'The list of authors was changed.'
      await writeVersion(tx, article, seenBefore, { reason, edit: article.version + 1, at, by: caller.userId })
    }
    await noteRecusedEditors(tx, id)
    await askAgain(tx, id, caller.userId)
    await saveHeads(tx, [id])
    await writeAuditEntry(tx, caller.userId, ...entry)
    if (isSeen && isPublic(article)) {
      await enqueueDeposit(tx, { ...article, version: article.version + 1 }, 'correction')
    }
    if (isPublic(article)) await touchPublicSite(tx)
  }
  return { contributors, changed }
}

/** A list as corrections and proposals name it. */
export type Wanted = NonNullable<CorrectionOfArticle['contributors']>

export interface Place {
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
    if (before === null) await insertPeople(tx, [{ id, person: form, createdAt }], sayerOf(caller))
    else if (!same(contributorIn(before), form)) await updatePerson(tx, before, form, sayerOf(caller))
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
  await askAgain(tx, articleId, caller.userId)

  return {
    before: [...removed, ...changed.map(({ before }) => before!)].map(contributorIn),
    after: [...changed, ...added].map(({ form }) => form),
    order: { before: present.map(({ fullName }) => fullName), after: places.map(({ form }) => form.fullName) },
    isVisible: seenBy(present.map(contributorIn)) !== seenBy(places.map(({ form }) => form)),
    replaced: present.map((person) => ({ contributorId: person.id, ...contributorIn(person) })),
  }
}

/** Resolves each entry of the list to a contributor; refuses an entry that refers to nobody of this article. */
export function placesFor(present: LinkedContributor[], wanted: Wanted): Place[] {
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
