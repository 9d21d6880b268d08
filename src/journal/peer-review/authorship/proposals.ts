import type { AuthorOfList, AuthorProposal } from '../../../contract/api/manuscripts.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { CorrectionOfArticle } from '../../../contract/api/submission.ts'
import {
  ADDRESS_TWICE,
  isAgreed,
  NO_PROPOSAL,
  NOT_CONFIRMED_YET,
  NOTHING_TO_CONFIRM,
  ONLY_AUTHORS,
  SAME_LIST,
} from '../../../contract/rules/peer-review/authorship.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ProposalRow } from '../../../platform/database/review-tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import {
  contributorIn,
  isAuthor,
  type LinkedContributor,
  loadAuthors,
  loadContributors,
} from '../../publication/articles/contributor-rows.ts'
import { placesFor, type Wanted } from '../../publication/articles/contributors.ts'
import { writeCorrection } from '../../publication/articles/correct.ts'
import { findCase } from '../cases/case-rows.ts'
import { noteRecusedEditors } from '../cases/recused-editors.ts'
import { notePeople } from '../recusal.ts'
import {
  answersOf,
  askAboutProposal,
  change,
  digestOf,
  type ListedAuthor,
  openProposal,
  settleProposal,
} from './confirmations.ts'

/** An open proposal with the list as it is, and as it would be. */
export interface OpenProposal {
  row: ProposalRow
  before: ListedAuthor[]
  after: ListedAuthor[]
}

/** The list that waits until everybody agrees, read beside the one that counts. */
export async function readProposal(db: Db, articleId: string): Promise<OpenProposal | undefined> {
  const row = await openProposal(db, articleId)
  if (!row) return undefined
  const before = await loadAuthors(db, [articleId])
  return { row, before, after: listOf(before, JSON.parse(row.people) as Wanted) }
}

const listOf = (before: Parameters<typeof placesFor>[0], wanted: Wanted): ListedAuthor[] =>
  placesFor(before, wanted).map(({ id, form }) => ({ ...form, id }))

/**
 * The submitter proposes another list of authors, which takes effect once everybody agrees: those on it, if a name, the
 * order or the corresponding author changes; otherwise those who change; and those who are no longer on it, at the address
 * that they had. The submitter agrees by proposing it. It replaces a list proposed before. The article is locked.
 */
export async function proposeAuthors(
  tx: Tx,
  { articleId, by, wanted }: { articleId: string; by: string; wanted: Wanted },
): Promise<void> {
  const theCase = await findCase(tx, articleId)
  if (!theCase || theCase.closed_at !== null) throw new DomainError('conflict', NOTHING_TO_CONFIRM)
  const submitter = await tx
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', by)
    .executeTakeFirstOrThrow()
  // Nobody is written to for an address that nobody has confirmed, and so nobody would be asked.
  if (submitter.email_confirmed_at === null) throw new DomainError('conflict', NOT_CONFIRMED_YET)

  const before = await loadAuthors(tx, [articleId])
  const after = listOf(before, wanted)
  if (!after.every(isAuthor)) throw invalid('contributors', ONLY_AUTHORS)
  const addresses = after.map(addressOf)
  if (new Set(addresses).size < addresses.length) throw invalid('contributors', ADDRESS_TWICE)
  const asked = askedAbout(before, after)
  if (!asked.length) throw invalid('contributors', SAME_LIST)

  const open = await openProposal(tx, articleId)
  if (open && open.people === JSON.stringify(wanted)) return
  if (open) await settleProposal(tx, open, 'withdrawn', { by })
  const proposal: ProposalRow = {
    ...{ id: newId(), article_id: articleId, people: JSON.stringify(wanted), state: 'open' },
    ...{ proposed_by: by, proposed_at: now(), settled_at: null, settled_by: null, reason: null },
  }
  await tx.insertInto('author_proposals').values(proposal).execute()
  await askAboutProposal(tx, proposal, asked)
  // Who is named as an author must not edit or review what they may have written.
  await notePeople(tx, articleId, after)
  await noteRecusedEditors(tx, articleId)
  const names = after.map(({ fullName }) => fullName)
  await writeAuditEntry(tx, by, 'article.propose-authors', articleId, { after: { names } })
  await takeIfAgreed(tx, articleId)
}

const addressOf = ({ email }: ListedAuthor): string => email.toLowerCase()

/** Whom a change concerns: with their places on the new list, or behind it if they are not on it. */
function askedAbout(before: readonly ListedAuthor[], after: readonly ListedAuthor[]) {
  const places = after.map((author, position) => ({ author, position }))
  const same = new Map(before.map((author) => [author.id, comparable(author)]))
  const changed =
    digestOf(before) === digestOf(after)
      ? places.filter(({ author }) => same.get(author.id) !== comparable(author))
      : places
  const addresses = new Set(after.map(addressOf))
  const ids = new Set(after.map(({ id }) => id))
  const gone = before.filter((author) => author.email !== '' && !addresses.has(addressOf(author)))
  const removed = gone.map((author, index) => ({
    // Whose address alone is another is asked at both.
    author: ids.has(author.id) ? { ...author, id: newId() } : author,
    position: after.length + index,
  }))
  return [...changed, ...removed]
}

const comparable = ({ fullName, familyName, givenNames, isGroup, email, affiliations, orcidId, role }: ListedAuthor) =>
  JSON.stringify([fullName, familyName, givenNames, isGroup, email, affiliations, orcidId, role])

/** Puts the proposed list in the place of the former one if nobody is missing any more. The article is locked. */
export async function takeIfAgreed(tx: Tx, articleId: string): Promise<void> {
  const proposal = await readProposal(tx, articleId)
  if (!proposal) return
  const { row, after } = proposal
  const { answers } = (await answersOf(tx, articleId, row.id))!
  if (!isAgreed(answers)) return
  await settleProposal(tx, row, 'agreed', { by: null })
  const digest = digestOf(after)
  // What they have answered is their answer to the list that counts from now on: nobody is asked again.
  for (const answer of answers) {
    await tx
      .deleteFrom('author_confirmations')
      .where('article_id', '=', articleId)
      .where('list_digest', '=', digest)
      .where(({ or, eb }) =>
        or([eb('position', '=', answer.position), eb('contributor_id', '=', answer.contributor_id)]),
      )
      .execute()
    await change(tx, answer, { list_digest: digest, is_removed: answer.position < after.length ? 0 : 1 })
  }
  const article = await tx.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow()
  const present = await loadContributors(tx, [articleId])
  const reviewers = present.filter((person) => !isAuthor(person))
  const wanted = withOwnWord(JSON.parse(row.people) as Wanted, present)
  const contributors = [...wanted, ...reviewers.map(({ id }) => ({ contributorId: id }))]
  const correction: CorrectionOfArticle = {
    ...{ id: articleId, version: article.version, contributors },
    reason: 'Everybody whom the change of the authors concerns has agreed',
  }
  await writeCorrection(tx, { userId: row.proposed_by, role: 'author', sessionId: '' }, article, correction)
  await writeAuditEntry(tx, null, 'article.settle-authors', articleId, { after: { state: 'agreed', reason: null } })
}

/** The proposed people with what they themselves have proven and stated by link: a form that was filled in before does not undo it. */
const withOwnWord = (wanted: Wanted, present: readonly LinkedContributor[]): Wanted =>
  wanted.map((one) => {
    const own = present.find(({ id }) => id === one.contributorId)
    if (!one.person || !own) return one
    const orcid = own.orcidAuthenticatedAt === null ? {} : { orcidId: own.orcidId }
    const roles = own.creditSaidBy === 'person' ? { credit: own.credit } : {}
    return { ...one, person: { ...one.person, ...orcid, ...roles } }
  })

/** An author does not agree: the list comes to nothing. The article is locked. */
export async function declineProposal(tx: Tx, proposal: ProposalRow): Promise<void> {
  await settleProposal(tx, proposal, 'declined', { by: null })
  await writeAuditEntry(tx, null, 'article.settle-authors', proposal.article_id, {
    after: { state: 'declined', reason: null },
  })
}

/** The proposal made last, for those who may read it; null if there is none, or it counts by now. */
export async function presentProposal(
  db: Db,
  articleId: string,
  { isEditor }: { isEditor: boolean },
): Promise<AuthorProposal | null> {
  const row = await db
    .selectFrom('author_proposals')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.state === 'agreed') return null
  const present = await loadAuthors(db, [articleId])
  const after = row.state === 'open' ? listOf(present, JSON.parse(row.people) as Wanted) : []
  const ids = new Set(present.map(({ id }) => id))
  return {
    state: row.state,
    proposedOn: dayOf(row.proposed_at),
    people: after.map((one) => authorOfList(one, ids)),
    answers: ((await answersOf(db, articleId, row.id))?.answers ?? []).map((one) => ({
      ...{ fullName: one.person.fullName, state: one.state, isTold: one.told_at !== null },
      isRemoved: row.state === 'open' && one.position >= after.length,
      reason: isEditor || one.isReasonShared ? one.reason : null,
    })),
    reason: row.reason,
  }
}

/** Someone of a list as the form takes them. */
export const authorOfList = ({ id, ...person }: ListedAuthor, ids: ReadonlySet<string>): AuthorOfList => ({
  contributorId: ids.has(id) ? id : null,
  ...contributorIn(person),
})

/** Withdraws the proposal, by its submitter or, with a reason, an editor. The article is locked. */
export async function withdrawProposal(
  tx: Tx,
  { articleId, by, reason = null }: { articleId: string; by: string; reason?: string | null },
): Promise<void> {
  const proposal = await openProposal(tx, articleId)
  if (!proposal) throw new DomainError('conflict', NO_PROPOSAL)
  await settleProposal(tx, proposal, 'withdrawn', { by, reason })
  await writeAuditEntry(tx, by, 'article.settle-authors', articleId, { after: { state: 'withdrawn', reason } })
}
