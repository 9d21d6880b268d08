import type { z } from 'zod'
import {
  AUTHOR_LINK_SENT,
  type AuthorAnswerForm,
  type Authorship,
  type authorship,
} from '../../../contract/api/authorship.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { NamedAuthor } from '../../../contract/rules/peer-review/author-link.ts'
import {
  LIST_CHANGED,
  moveConfirmation,
  nextForAuthors,
  NOT_NAMED,
  NOTHING_TO_CONFIRM,
} from '../../../contract/rules/peer-review/authorship.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import { isPublic } from '../../publication/articles/transitions.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { presentManuscript } from '../author/present.ts'
import { recordsOf, type ManuscriptRecords } from '../author/records.ts'
import { lockCase } from '../cases/case-rows.ts'
import { notifyAuthor, notifyEditors } from '../cases/notify.ts'
import { answersOf, type AskedList, change } from './confirmations.ts'
import { findPersonLink } from './links.ts'

/** The calls of the link that someone who is named as an author was sent. */
export const authorshipHandlers: Handlers<{ authorship: typeof authorship }, FileResources>['authorship'] = {
  open: async ({ database, caller }) => seenBy(await foundFor(database.db, caller)),

  answer: ({ database, caller }, answer) =>
    database.transaction(async (tx) => {
      await answerList(tx, caller, answer)
      return seenBy(await foundFor(tx, caller))
    }),

  proof: async ({ database, caller, fileLinks }) => {
    const { records, manuscript } = await foundFor(database.db, caller)
    if (manuscript.stage !== 'proof' || !records.proof) throw notFound('Proof')
    const file = { id: records.proof.file_id, name: 'proof.pdf' }
    return { url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}` }
  },

  freshLink: async ({ database }, { secret }) => {
    await database.transaction((tx) => sendFreshLink(tx, secret))
    return { message: AUTHOR_LINK_SENT }
  },
}

interface Found {
  records: ManuscriptRecords
  manuscript: ReturnType<typeof presentManuscript>
  /** Undefined if the authors were never asked. */
  list: AskedList | undefined
  email: string
}

/** What a link is about; not found for an address that is not named any more. */
async function foundFor(db: Db, { articleId, email }: NamedAuthor): Promise<Found> {
  const article = await findArticle(db, articleId)
  if (!article) throw notFound('Manuscript')
  const list = await answersOf(db, articleId)
  const named = list ? list.answers : article.authors
  if (!named.some((one) => one.email.toLowerCase() === email)) throw new DomainError('not_found', NOT_NAMED)
  const records = await recordsOf(db, article)
  return { records, manuscript: presentManuscript(records), list, email }
}

function seenBy({ records: { article, theCase }, manuscript, list, email }: Found): Authorship {
  const named = list
    ? list.answers.map(({ person, ...answer }) => ({ ...person, ...answer, email: answer.email }))
    : article.authors.map((author) => ({
        ...author,
        state: null,
        answered_at: null,
        reason: null,
        isReasonShared: false,
      }))
  const place = named.findIndex((one) => one.email.toLowerCase() === email)
  const own = named[place]!
  const submitter = article.submitter?.full_name ?? 'The author who sent it'
  const hasAnswered = own.answered_at !== null
  return {
    title: manuscript.title,
    number: manuscript.number,
    submitter,
    authors: named.map(({ fullName, role, affiliations, state }, index) => ({
      ...{ fullName, role, isYou: index === place },
      affiliations: affiliations.map(({ line }) => ({ line })),
      state: index === place || hasAnswered ? state : null,
    })),
    you: {
      ...{ fullName: own.fullName, place: place + 1, state: own.state, reason: own.reason },
      ...{ isReasonShared: own.isReasonShared, answeredOn: own.answered_at && dayOf(own.answered_at) },
    },
    digest: list?.digest ?? null,
    mayAnswer: list !== undefined && theCase?.closed_at === null,
    stage: manuscript.stage,
    next: nextForAuthors(manuscript.stage, { submitter, promisedOn: manuscript.promisedOn, today: dayOf(now()) }),
    steps: manuscript.steps,
    proof:
      manuscript.stage === 'proof' && manuscript.proof
        ? { sentOn: manuscript.proof.sentOn, dueOn: manuscript.proof.dueOn }
        : null,
    article: isPublic(article.row) ? { path: paths.article(article.row.id), doi: article.row.doi } : null,
  }
}

/** Keeps an answer. The same one again changes nothing; a 'no' tells the editors and the submitter. */
async function answerList(
  tx: Tx,
  { articleId, email }: NamedAuthor,
  { digest, answer, reason, isReasonShared }: z.output<typeof AuthorAnswerForm>,
): Promise<void> {
  const { article, theCase } = await lockCase(tx, articleId)
  const list = await answersOf(tx, articleId)
  const own = list?.answers.find((one) => one.email === email)
  if (!list || !own) throw new DomainError('not_found', NOT_NAMED)
  if (theCase.closed_at !== null) throw new DomainError('conflict', NOTHING_TO_CONFIRM)
  if (list.digest !== digest) throw new DomainError('conflict', LIST_CHANGED)
  const said = answer === 'declined' ? { reason, isReasonShared } : { reason: null, isReasonShared: false }
  if (own.state === answer && own.reason === said.reason && own.isReasonShared === said.isReasonShared) return
  const at = now()
  await change(tx, own, {
    state: moveConfirmation(own.state, answer)!,
    answered_at: at,
    reason: said.reason,
    is_reason_shared: said.isReasonShared ? 1 : 0,
    waived_by: null,
  })
  await writeAuditEntry(tx, null, 'article.answer-authorship', articleId, {
    after: { contributorId: own.contributor_id, answer },
  })
  if (answer !== 'declined') return
  const about = { articleId, contributorId: own.contributor_id }
  await notifyEditors(tx, 'editor-author-declined', about)
  const submitter = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', article.submitter_id)
    .executeTakeFirst()
  if (submitter?.email.toLowerCase() !== email) await notifyAuthor(tx, 'author-list-declined', about)
}

/**
 * Sends a new link to the address that an earlier one was for, if it is still named. Does nothing for a secret that was
 * never a link's.
 */
async function sendFreshLink(tx: Tx, secret: string): Promise<void> {
  const link = await findPersonLink(tx, secret, 'authorship')
  if (!link || link.revoked_at !== null) return
  const { subject_id: articleId, email } = link
  // One after the other, so that two at once do not both pass the limit.
  await lockCase(tx, articleId)
  await foundFor(tx, { articleId, email })
  await enqueueWithin(tx, { kind: 'co-author-link', recipient: email, data: { articleId } })
}
