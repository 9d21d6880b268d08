import { affiliationsOfText } from '../../contract/domain/affiliations.ts'
import { isPublicRole, type ContributorRole } from '../../contract/domain/contributor-roles.ts'
import { AUTHORS_MAX, NO_AUTHOR, profileUrlOf, TOO_MANY_AUTHORS } from '../../contract/api/submission.ts'
import type { ContributorForm } from '../../contract/api/contributors.ts'
import { contributorOf, type Contributor } from '../../contract/domain/people.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Caller } from '../call.ts'
import type { Tx } from '../database/connect.ts'
import { lockForUpdate } from '../database/lock-for-update.ts'
import { touchPublicSite } from '../database/site-version.ts'
import { newId, now } from '../ids.ts'
import { notFound, DomainError } from '../domain-error.ts'
import { hasBeenPublic, isPublic } from './transitions.ts'

/**
 * Writes people as contributors of an article, in this order, from a position on. A contributor
 * belongs to one article: the same person in two of them may have moved or married in between.
 */
export async function insertContributors(
  tx: Tx,
  { articleId, namedBy, at, from = 0 }: { articleId: string; namedBy: string; at: string; from?: number },
  people: readonly Contributor[],
): Promise<void> {
  const made = people.map((person) => ({ id: newId(), person }))
  await tx
    .insertInto('contributors')
    .values(
      made.map(({ id, person }) => ({
        id,
        ...columnsOf(person),
        // Typed, not proven: unauthenticated until its owner proves it.
        orcid_authenticated_at: null,
        created_at: at,
      })),
    )
    .execute()
  await tx
    .insertInto('article_contributors')
    .values(
      made.map(({ id, person }, index) => ({
        article_id: articleId,
        contributor_id: id,
        role: person.role,
        position: from + index,
        created_at: at,
        named_by: namedBy,
      })),
    )
    .execute()
}

export const columnsOf = ({ fullName, familyName, givenNames, email, affiliation, orcidId }: Contributor) => ({
  full_name: fullName,
  family_name: familyName,
  given_names: givenNames,
  email,
  affiliation,
  orcid: orcidId,
  profile_url: profileUrlOf(orcidId),
})

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
  await changed('article.add-contributor', { after: person })
}

/** Changes an author of an article. */
export async function changeContributor(
  tx: Tx,
  caller: Caller,
  { id, contributorId, ...form }: ContributorForm & { id: string; contributorId: string },
): Promise<void> {
  const { contributors, changed } = await openForChange(tx, caller, id)
  const contributor = contributors.find((one) => one.contributor_id === contributorId)
  if (!contributor) throw notFound('Contributor')
  const before = formOf(contributor)
  const person = contributorOf(form, before)
  const others = contributors.filter((one) => one !== contributor)
  if (isPublicRole(contributor.role)) refuseWithoutAuthor([...others, person])

  await tx
    .updateTable('contributors')
    .set(changedColumns(contributor, person))
    .where('id', '=', contributorId)
    .execute()
  await tx
    .updateTable('article_contributors')
    .set({ role: person.role, named_by: namerOf(contributor, person, caller) })
    .where('article_id', '=', id)
    .where('contributor_id', '=', contributorId)
    .execute()
  await changed('article.change-contributor', { before, after: person })
}

/** What a record said of an earlier iD is not true of another one. */
export const changedColumns = (before: { orcid: string | null }, person: Contributor) => ({
  ...columnsOf(person),
  ...(person.orcidId === before.orcid ? {} : { orcid_authenticated_at: null }),
})

/**
 * Who named the person that a contributor has become. One whom an editor gave another name, address or
 * role is the editor's choice, which a submitter does not see where it is a reviewer.
 */
export const namerOf = (
  before: { full_name: string; email: string; role: ContributorRole; named_by: string | null },
  { fullName, email, role }: Contributor,
  { userId }: Caller,
): string | null =>
  fullName === before.full_name && email === before.email && role === before.role ? before.named_by : userId

/** Removes an author from an article, but not the last one. */
export async function removeContributor(
  tx: Tx,
  caller: Caller,
  { id, contributorId }: { id: string; contributorId: string },
): Promise<void> {
  const { contributors, changed } = await openForChange(tx, caller, id)
  const contributor = contributors.find((one) => one.contributor_id === contributorId)
  if (!contributor) throw notFound('Contributor')
  refuseWithoutAuthor(contributors.filter((one) => one !== contributor))
  await tx
    .deleteFrom('article_contributors')
    .where('article_id', '=', id)
    .where('contributor_id', '=', contributorId)
    .execute()
  await tx.deleteFrom('contributors').where('id', '=', contributorId).execute()
  await changed('article.remove-contributor', { before: formOf(contributor) })
}

/** Reviewers are never shown: without an author an article would be nobody's. */
function refuseWithoutAuthor(left: readonly { role: ContributorRole }[]): void {
  if (!left.some(({ role }) => isPublicRole(role))) throw new DomainError('conflict', NO_AUTHOR)
}

/** Holds an article with its people; `changed` writes down what was done with them. */
async function openForChange(tx: Tx, caller: Caller, id: string) {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw notFound('Post')
  const contributors = await contributorsOf(tx, id)
  const changed = async (
    action: 'article.add-contributor' | 'article.change-contributor' | 'article.remove-contributor',
    what: { before?: Contributor; after?: Contributor },
  ) => {
    const at = now()
    // Readers see no reviewers.
    const isSeen = hasBeenPublic(article) && [what.before, what.after].some((one) => one && isPublicRole(one.role))
    await tx
      .updateTable('articles')
      .set({ updated_at: at, version: article.version + 1, ...(isSeen ? { corrected_at: at } : {}) })
      .where('id', '=', id)
      .execute()
    await writeAuditEntry(tx, { actorId: caller.userId, action, subject: id, ...what })
    if (isPublic(article)) await touchPublicSite(tx)
  }
  return { contributors, changed }
}

/** An article's people in their order. */
export const contributorsOf = (tx: Tx, articleId: string) =>
  tx
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .select(['contributor_id', 'role', 'position', 'article_contributors.created_at as linked_at', 'named_by'])
    .select(['full_name', 'family_name', 'given_names', 'email', 'affiliation', 'orcid', 'contributors.created_at'])
    .where('article_id', '=', articleId)
    .orderBy('contributors.created_at')
    .orderBy('position')
    .execute()

export type Linked = Awaited<ReturnType<typeof contributorsOf>>[number]

/** A row in the words of the form. */
export const formOf = ({
  full_name,
  family_name,
  given_names,
  email,
  affiliation,
  orcid,
  role,
}: Linked): Contributor => ({
  fullName: full_name,
  familyName: family_name,
  givenNames: given_names,
  isGroup: false,
  email,
  affiliation,
  affiliations: affiliationsOfText(affiliation),
  orcidId: orcid,
  role,
})
