import type { z } from 'zod'
import {
  AUTHOR_LINK_SENT,
  type AuthorAnswerForm,
  type Authorship,
  type authorship,
} from '../../../contract/api/authorship.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import type { NamedAuthor } from '../../../contract/rules/peer-review/author-link.ts'
import {
  type AuthorAnswer,
  type ConfirmationState,
  LIST_CHANGED,
  moveConfirmation,
  nextForAuthors,
  NO_PROOF_AFTER_NO,
  QUERIES_CONFIRMED_ONLY,
  NOT_NAMED,
  ON_HOLD,
  NOTHING_TO_CONFIRM,
} from '../../../contract/rules/peer-review/authorship.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { dropWaitingTo } from '../../../platform/email/withdraw.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { ORCID_COOKIE, orcidCookieOptions } from '../../accounts/users/orcid-callback.ts'
import type { UserResources } from '../../accounts/users/resources.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import { hasBeenPublic, isPublic } from '../../publication/articles/transitions.ts'
import { sendFreshFollowLink } from '../../publication/following/commands.ts'
import { sendFreshNoticeLink } from '../../publication/notices/answers.ts'
import { sendFreshReportLink } from '../../publication/requests/commands.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { presentManuscript } from '../author/present.ts'
import { recordsOf, type ManuscriptRecords } from '../author/records.ts'
import { lockCase } from '../cases/case-rows.ts'
import { notifyAuthor, notifyEditors } from '../cases/notify.ts'
import { answerQuery, queriesOf } from '../cases/proof-queries.ts'
import { answersOf, type AskedList, change, type ConfirmationOfAuthor, openProposal } from './confirmations.ts'
import { connectByLink } from './connect-orcid.ts'
import { stateOwn } from './own-roles.ts'
import { findPersonLink } from './links.ts'
import { declineProposal, readProposal, takeIfAgreed } from './proposals.ts'

/** The calls of the link that someone who is named as an author was sent. */
export const authorshipHandlers: Handlers<{ authorship: typeof authorship }, AuthorResources>['authorship'] = {
  open: async ({ database, caller, orcid }) => seenBy(await foundFor(database.db, caller), orcid !== null),

  answer: ({ database, caller, orcid }, answer) =>
    database.transaction(async (tx) => {
      const before = await foundFor(tx, caller)
      await answerList(tx, caller, answer)
      // With the last answer a list may count, or come to nothing, that names them no more: they see what they said.
      return seenBy((await findFor(tx, caller)) ?? answered(before, answer.answer), orcid !== null)
    }),

  proof: async ({ database, caller, fileLinks }) => {
    const found = await foundFor(database.db, caller)
    const proof = proofFor(found)
    const file = { id: proof.file_id, name: 'proof.pdf' }
    return {
      url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}`,
      proofId: proof.id,
      queries: found.records.queries,
      mayAnswer: hasConfirmed(found),
    }
  },

  answerQuery: ({ database, caller }, answer) =>
    database.transaction(async (tx) => {
      // First the case, so that an answer to the list at the same moment comes before or after.
      await lockCase(tx, caller.articleId)
      const found = await foundFor(tx, caller)
      proofFor(found)
      if (!hasConfirmed(found)) throw new DomainError('forbidden', QUERIES_CONFIRMED_ONLY)
      await answerQuery(tx, { articleId: caller.articleId, by: null, ...answer })
      return { queries: await queriesOf(tx, answer.proofId) }
    }),

  orcidAddress: async ({ database, caller, orcid, publicUrl, setCookie }) => {
    const { mayConnectOrcid } = seenBy(await foundFor(database.db, caller), orcid !== null)
    if (!orcid || !mayConnectOrcid) return { url: null }
    const { url, browserSecret } = await orcid.begin(database, caller)
    setCookie(ORCID_COOKIE, browserSecret, orcidCookieOptions(publicUrl))
    return { url }
  },

  connectOrcid: ({ database, caller, orcid }, { orcid: proven }) =>
    database.transaction(async (tx) => {
      await connectByLink(tx, caller, proven)
      return seenBy(await foundFor(tx, caller), orcid !== null)
    }),

  freshLink: async ({ database }, { secret }) => {
    await database.transaction((tx) => sendFreshLink(tx, secret))
    return { message: AUTHOR_LINK_SENT }
  },
}

const hasConfirmed = ({ list, email }: Found): boolean =>
  list?.answers.find((one) => one.email === email)?.state === 'confirmed'

/** The proof that waits, for those who have not said that their list is wrong. */
function proofFor(found: Found): NonNullable<ManuscriptRecords['proof']> {
  const { records, manuscript } = found
  // Who is only proposed as an author is none yet.
  const { proof } = seenBy(found)
  const own = found.list?.answers.find((one) => one.email === found.email)
  if (own?.state === 'declined') throw new DomainError('forbidden', NO_PROOF_AFTER_NO)
  if (manuscript.stage !== 'proof' || !records.proof || proof === null) throw notFound('Proof')
  return records.proof
}

interface AuthorResources extends FileResources, Pick<UserResources, 'orcid'> {}

interface Found {
  records: ManuscriptRecords
  manuscript: ReturnType<typeof presentManuscript>
  /** Undefined if the authors were never asked. */
  list: AskedList | undefined
  /** Another list that is proposed, if the reader is asked about it. */
  proposed: AskedList | undefined
  /** How many are on that list. */
  places: number
  email: string
  /** The reader has answered last, and is no longer named. */
  isOver?: boolean
}

/** What a link is about; not found for an address that is not named any more. */
async function foundFor(db: Db, author: NamedAuthor): Promise<Found> {
  const found = await findFor(db, author)
  if (!found) throw new DomainError('not_found', NOT_NAMED)
  return found
}

async function findFor(db: Db, { articleId, email }: NamedAuthor): Promise<Found | undefined> {
  const article = await findArticle(db, articleId)
  if (!article) throw notFound('Manuscript')
  const list = await answersOf(db, articleId)
  const proposal = await readProposal(db, articleId)
  const asked = proposal && (await answersOf(db, articleId, proposal.row.id))
  const proposed = asked?.answers.some((one) => one.email === email) ? asked : undefined
  // Those who agree to be named no more have nothing further to do with the manuscript.
  const named = list ? [...list.answers, ...list.removed.filter(isOpenAnswer)] : article.authors
  if (!proposed && !named.some((one) => one.email.toLowerCase() === email)) return undefined
  const records = await recordsOf(db, article)
  return { records, manuscript: presentManuscript(records), list, proposed, places: proposal?.after.length ?? 0, email }
}

const isOpenAnswer = ({ state }: ConfirmationOfAuthor): boolean => state === 'asked' || state === 'declined'

function answered({ list, proposed, ...found }: Found, state: AuthorAnswer): Found {
  const said = (answers: readonly ConfirmationOfAuthor[]) =>
    answers.map((one) => (one.email === found.email ? { ...one, state, answered_at: now() } : one))
  return {
    ...{ ...found, isOver: true },
    list: list && { ...list, removed: said(list.removed) },
    proposed: proposed && { ...proposed, answers: said(proposed.answers) },
  }
}

function seenBy(found: Found, hasOrcid = false): Authorship {
  const { records, manuscript, list, proposed, places, email, isOver = false } = found
  const { article, theCase } = records
  const present = list
    ? list.answers.map(({ person, ...answer }) => ({ ...person, ...answer, email: answer.email }))
    : article.authors.map((author) => ({
        ...author,
        state: null,
        answered_at: null,
        reason: null,
        isReasonShared: false,
      }))
  const toPeople = (answers: readonly ConfirmationOfAuthor[]) =>
    answers.map(({ person, ...answer }) => ({ ...person, ...answer, email: answer.email }))
  const asked = proposed && toPeople(proposed.answers)
  const named = asked ? asked.filter(({ position }) => position < places) : present
  const removed = asked ? asked.filter(({ position }) => position >= places) : toPeople(list?.removed ?? [])
  const isOwn = (one: { email: string }) => one.email.toLowerCase() === email
  const place = named.findIndex(isOwn)
  const own = named[place] ?? removed.find(isOwn)!
  const submitter = article.submitter?.full_name ?? 'The author who sent it'
  const hasAnswered = own.answered_at !== null
  const counted = list?.answers.find((one) => one.email === email)
  const linked = article.authors.find(({ id }) => id === counted?.contributor_id)
  const mayAnswer = !isOver && (proposed ?? list) !== undefined && theCase?.closed_at === null
  return {
    title: manuscript.title,
    number: manuscript.number,
    submitter,
    authors: named.map((one, index) => listed(one, index === place, index === place || hasAnswered)),
    before: asked
      ? present.map((one) => {
          const answer = removed.find((other) => other.email === one.email.toLowerCase())
          return listed({ ...one, state: answer?.state ?? null }, isOwn(one), isOwn(one) || hasAnswered)
        })
      : null,
    you: {
      ...{ fullName: own.fullName, place: place < 0 ? null : place + 1, state: own.state, reason: own.reason },
      ...{ isReasonShared: own.isReasonShared, answeredOn: own.answered_at && dayOf(own.answered_at) },
      ...{ orcid: linked?.orcidId ?? null, orcidAuthenticated: linked?.orcidAuthenticatedAt != null },
      ...{ credit: linked?.credit ?? [], creditSaidBy: linked?.creditSaidBy ?? null },
      competingInterests: linked?.competingInterests ?? null,
    },
    mayStateRoles: mayAnswer && !proposed && linked !== undefined && !hasBeenPublic(article.row),
    mayConnectOrcid:
      hasOrcid && mayAnswer && linked !== undefined && counted?.state !== 'declined' && !hasBeenPublic(article.row),
    digest: (proposed ?? list)?.digest ?? null,
    mayAnswer,
    stage: manuscript.stage,
    next:
      mayAnswer && list?.isBinding && !proposed && own.state === 'declined'
        ? ON_HOLD
        : nextForAuthors(manuscript.stage, { submitter, promisedOn: manuscript.promisedOn, today: dayOf(now()) }),
    steps: manuscript.steps,
    proof:
      manuscript.stage === 'proof' && manuscript.proof && present.some((one) => isOwn(one) && one.state !== 'declined')
        ? { sentOn: manuscript.proof.sentOn, dueOn: manuscript.proof.dueOn }
        : null,
    article: isPublic(article.row) ? { path: paths.article(article.row.id), doi: article.row.doi } : null,
  }
}

const listed = (
  { fullName, role, affiliations, state }: Contributor & { state: ConfirmationState | null },
  isYou: boolean,
  isTold: boolean,
): Authorship['authors'][number] => ({
  ...{ fullName, role, isYou, state: isTold ? state : null },
  affiliations: affiliations.map(({ line }) => ({ line })),
})

/** Keeps an answer. The same one again changes nothing; a 'no' tells the editors and the submitter. */
async function answerList(
  tx: Tx,
  { articleId, email }: NamedAuthor,
  { digest, answer, reason, isReasonShared, ...statements }: z.output<typeof AuthorAnswerForm>,
): Promise<void> {
  const { article, theCase } = await lockCase(tx, articleId)
  const proposal = await openProposal(tx, articleId)
  const isProposed = proposal?.id === digest
  const list = await answersOf(tx, articleId, isProposed ? digest : undefined)
  const own = list && [...list.answers, ...list.removed].find((one) => one.email === email)
  // Of a list that was proposed meanwhile, or settled, they have not seen anything.
  if (!list || (!own && !proposal)) throw new DomainError('not_found', NOT_NAMED)
  if (theCase.closed_at !== null) throw new DomainError('conflict', NOTHING_TO_CONFIRM)
  if (list.digest !== digest || !own) throw new DomainError('conflict', LIST_CHANGED)
  if (answer === 'confirmed' && !isProposed) await stateOwn(tx, article, own, statements)
  const said = answer === 'declined' ? { reason, isReasonShared } : { reason: null, isReasonShared: false }
  if (own.state === answer && own.reason === said.reason && own.isReasonShared === said.isReasonShared) return
  const at = now()
  await change(tx, own, {
    state: moveConfirmation(own.state, answer)!,
    answered_at: at,
    reason: said.reason,
    is_reason_shared: said.isReasonShared ? 1 : 0,
    ...{ waived_by: null, waive_reason: null },
  })
  await writeAuditEntry(tx, null, 'article.answer-authorship', articleId, {
    after: { contributorId: own.contributor_id, answer },
  })
  if (isProposed && answer === 'confirmed') await takeIfAgreed(tx, articleId)
  if (answer !== 'declined') return
  if (isProposed) await declineProposal(tx, proposal)
  const about = { articleId, contributorId: own.contributor_id, ...(isProposed ? { proposalId: proposal.id } : {}) }
  await notifyEditors(tx, 'editor-author-declined', about)
  const submitter = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', article.submitter_id)
    .executeTakeFirst()
  if (submitter?.email.toLowerCase() === email) return
  await notifyAuthor(tx, 'author-list-declined', about)
  // A letter of decision waits for ten minutes.
  if (!isProposed) await dropWaitingTo(tx, email, { articleId, kinds: ['author-decision', 'co-author-proof'] })
}

/**
 * Sends a new link to the address that an earlier one was for, if it is still named. Does nothing for a secret that was
 * never a link's.
 */
async function sendFreshLink(tx: Tx, secret: string): Promise<void> {
  const link = await findPersonLink(tx, secret)
  if (!link || link.revoked_at !== null) return
  const { subject_id: articleId, email } = link
  if (link.purpose === 'notice') return sendFreshNoticeLink(tx, { noticeId: articleId, email })
  // Sent with every email, and good for nothing else.
  if (link.purpose === 'unfollow') return
  if (link.purpose === 'follow') return sendFreshFollowLink(tx, { followId: articleId, email })
  if (link.purpose === 'report') return sendFreshReportLink(tx, { requestId: articleId, email })
  // One after the other, so that two at once do not both pass the limit.
  await lockCase(tx, articleId)
  await foundFor(tx, { articleId, email })
  await enqueueWithin(tx, { kind: 'co-author-link', recipient: email, data: { articleId } })
}
