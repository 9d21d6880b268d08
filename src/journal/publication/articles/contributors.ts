import { AUTHORS_MAX, NO_AUTHOR, TOO_MANY_AUTHORS } from '../../../contract/api/submission.ts'
import type { ContributorForm } from '../../../contract/api/contributors.ts'
import { type Contributor, contributorOf, type ContributorRole } from '../../../contract/rules/people/people.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueDeposit } from '../dois/enqueue-deposit.ts'
import { noteRecusedEditors } from '../../peer-review/cases/recused-editors.ts'
import { noteRecusals } from '../../peer-review/recusal.ts'
import { keepHeads } from '../../../platform/search-engine/article-heads.ts'
import { notFound, DomainError } from '../../../platform/errors.ts'
import {
  contributorIn,
  loadContributors,
  insertContributors,
  isAuthor,
  linkPeople,
  unlinkPeople,
  updatePerson,
  type LinkedContributor,
} from './contributor-rows.ts'
import { lockArticle } from './policy.ts'
import { hasBeenPublic, isPublic } from './transitions.ts'

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
  await insertContributors(tx, { articleId: id, namedBy: caller.userId, at: now(), from: end }, [person])
  await changed({ action: 'article.add-contributor', after: person })
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

  await updatePerson(tx, contributor, person)
  await unlinkPeople(tx, id, contributorId)
  await linkPeople(tx, id, [{ ...contributor, role: person.role, namedBy: namerOf(contributor, person, caller) }])
  await changed({ action: 'article.change-contributor', before, after: person })
}

/**
 * Who is recorded as having named a contributor after a change. If an editor changes the name, address or
 * role, the editor counts as having chosen the person, so a submitter no longer sees them if they are a
 * reviewer.
 */
export const namerOf = (
  before: LinkedContributor,
  { fullName, email, role }: Contributor,
  { userId }: Caller,
): string | null =>
  fullName === before.fullName && email === before.email && role === before.role ? before.namedBy : userId

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
  await changed({ action: 'article.remove-contributor', before: contributorIn(contributor) })
}

/** Reviewers are not public: without an author, an article would have no visible contributor. */
function refuseWithoutAuthor(left: readonly { role: ContributorRole }[]): void {
  if (!left.some(isAuthor)) throw new DomainError('conflict', NO_AUTHOR)
}

type ContributorsChange =
  | { action: 'article.add-contributor'; before?: never; after: Contributor }
  | { action: 'article.change-contributor'; before: Contributor; after: Contributor }
  | { action: 'article.remove-contributor'; before: Contributor; after?: never }

/** Locks an article and its people; `changed` records what was done. */
async function openForChange(tx: Tx, caller: Caller, id: string) {
  const { article } = await lockArticle(tx, caller, 'changeContributors', id)
  // Who is removed, or gets another address, has known the manuscript.
  await noteRecusals(tx, { articleId: id })
  const contributors = await loadContributors(tx, [id])
  const changed = async (what: ContributorsChange) => {
    const at = now()
    // Readers do not see reviewers.
    const isSeen = hasBeenPublic(article) && [what.before, what.after].some((one) => one && isAuthor(one))
    await tx
      .updateTable('articles')
      .set({ updated_at: at, version: article.version + 1, ...(isSeen ? { corrected_at: at } : {}) })
      .where('id', '=', id)
      .execute()
    await noteRecusedEditors(tx, id)
    await keepHeads(tx, [id])
    await writeAuditEntry(tx, { actorId: caller.userId, subject: id, ...what })
    if (isSeen && isPublic(article)) {
      await enqueueDeposit(tx, { ...article, version: article.version + 1 }, 'correction')
    }
    if (isPublic(article)) await touchPublicSite(tx)
  }
  return { contributors, changed }
}
