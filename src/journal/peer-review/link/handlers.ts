import {
  FOR_A_COLLEAGUE,
  FOR_THE_REVIEWER,
  FRESH_LINK_SENT,
  type MyReview,
  NEWER_INVITATION,
  NOT_ME_SENT,
  type reviews,
} from '../../../contract/api/reviews.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { dayProblem, laterDays, reportDaysFrom } from '../../../contract/rules/peer-review/review-dates.ts'
import type { ReviewerActor } from '../../../contract/rules/peer-review/review-link.ts'
import { type DeclineReason, LIVE_STATES } from '../../../contract/rules/peer-review/stages.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers, ReviewerCaller } from '../../../platform/call.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { CaseResources } from '../resources.ts'
import { fileToRead, textOfFile } from '../case/manuscript-text.ts'
import { lockAssignment, type LockedAssignment } from '../cases/assignments.ts'
import { lockCase } from '../cases/case-rows.ts'
import { findReviewLink, makeReviewLink } from '../cases/links.ts'
import { notifyEditors } from '../cases/notify.ts'
import { agreeToReview, type Consent, declineToReview, explainDecline } from '../cases/respond.ts'
import { setNeverAsk } from '../reviewers/commands.ts'
import { writeSuggestions } from '../reviewers/suggestions.ts'
import { answerPublication } from '../published/consent.ts'
import { answerCoReview, nameColleague } from './co-review.ts'
import { calendarUrl, certificateUrl } from './downloads.ts'
import { openReview } from './open-review.ts'

/** The calls of a review link; what the reviewer alone may do is refused to a co-reviewer's link. */
export const reviewHandlers: Handlers<{ reviews: typeof reviews }, CaseResources>['reviews'] = {
  open: async ({ database: { db }, caller }) => {
    const review = await openReview(db, caller)
    await db
      .updateTable('review_links')
      .set({ last_used_at: now() })
      .where('token_hash', '=', caller.linkHash)
      .execute()
    return review
  },

  agree: ({ database, caller }, consent) => answered(database, caller, (tx, id) => agree(tx, id, consent)),
  decline: ({ database, caller }) => answered(database, caller, decline),
  explain: ({ database, caller }, details) => answered(database, caller, (tx, id) => explain(tx, id, details)),
  answerPublication: ({ database, caller }, { choice }) =>
    answered(database, caller, (tx, id) => answerPublication(tx, id, choice)),
  askForTime: ({ database, caller }, { dueOn }) => answered(database, caller, (tx, id) => moveDate(tx, id, dueOn)),
  nameColleague: ({ database, caller }, colleague) =>
    answered(database, caller, (tx, id) => nameColleague(tx, id, colleague)),

  coReview: async ({ database, caller }, { answer, conflict }) => {
    const { assignmentId, coReviewerId } = caller
    if (coReviewerId === null) throw new DomainError('forbidden', FOR_A_COLLEAGUE)
    await database.transaction((tx) => answerCoReview(tx, { assignmentId, coReviewerId }, answer, conflict))
    return openReview(database.db, caller)
  },

  file: async ({ database, caller, fileLinks }, { fileId }) => {
    const { files } = await openReview(database.db, caller)
    const file = files.find(({ id }) => id === fileId)
    if (!file) throw notFound('File')
    return { url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}` }
  },

  text: async ({ caller, ...resources }, { fileId }) => {
    const { files } = await openReview(resources.database.db, caller)
    if (!files.some(({ id }) => id === fileId)) throw notFound('File')
    return textOfFile(resources, await fileToRead(resources.database.db, fileId))
  },

  notMe: async ({ database, caller }) => {
    await database.transaction((tx) => tellOfStrayLink(tx, caller.assignmentId))
    return { message: NOT_ME_SENT }
  },

  certificate: async ({ database, caller, fileLinks }) => ({
    url: await certificateUrl(database.db, fileLinks, caller),
  }),
  calendar: async ({ database, caller, fileLinks }) => ({ url: await calendarUrl(database.db, fileLinks, caller) }),

  freshLink: async ({ database }, { secret }) => {
    await database.transaction((tx) => sendFreshLink(tx, secret))
    return { message: FRESH_LINK_SENT }
  },

  mine: ({ database, caller }) => reviewsOfAccount(database.db, caller.userId),
  linkOfMine: async ({ database, caller, publicUrl }, { assignmentId }) => ({
    url: await database.transaction((tx) => linkForAccount(tx, publicUrl, caller.userId, assignmentId)),
  }),
}

/** What only the reviewer does, and the state after it. */
async function answered(
  database: Database,
  caller: ReviewerCaller,
  act: (tx: Tx, assignmentId: string) => Promise<void>,
) {
  requireReviewer(caller)
  await database.transaction((tx) => act(tx, caller.assignmentId))
  return openReview(database.db, caller)
}

function requireReviewer({ coReviewerId }: ReviewerActor): void {
  if (coReviewerId !== null) throw new DomainError('forbidden', FOR_THE_REVIEWER)
}

const LISTED = 100

/**
 * The reviews of an account are those for which its address was invited, once that address is confirmed: neither a
 * name nor an ORCID iD shows that two are the same person.
 */
const invited = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('review_assignments as assignment', (join) =>
      join.on(({ fn, eb }) => eb(fn('lower', ['assignment.email']), '=', fn('lower', ['users.email']))),
    )
    .innerJoin('review_rounds as round', 'round.id', 'assignment.round_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'assignment.article_id')
    .innerJoin('articles', 'articles.id', 'assignment.article_id')
    .where('users.id', '=', userId)
    .where('users.email_confirmed_at', 'is not', null)
    .where('assignment.state', '<>', 'standby')

const reviewsOfAccount = async (db: Db, userId: string): Promise<MyReview[]> => {
  const rows = await invited(db, userId)
    .select(['assignment.id', 'assignment.state', 'assignment.reply_due_on', 'assignment.due_on'])
    .select(['articles.title', 'review_cases.number', 'round.number as round'])
    .orderBy('assignment.invited_at', 'desc')
    .orderBy('assignment.id')
    .limit(LISTED)
    .execute()
  return rows.map(({ id, state, title, number, round, reply_due_on, due_on }) => ({
    ...{ assignmentId: id, state, title, number, round },
    ...{ replyDueOn: reply_due_on, dueOn: due_on },
  }))
}

/** Makes a link for one of the account's reviews. */
async function linkForAccount(tx: Tx, publicUrl: string, userId: string, assignmentId: string): Promise<string> {
  const own = await invited(tx, userId)
    .select('assignment.email')
    .where('assignment.id', '=', assignmentId)
    .executeTakeFirst()
  if (!own) throw notFound('Review')
  return makeReviewLink(tx, publicUrl, { assignmentId, email: own.email })
}

/**
 * Sends a new link to the address that was invited, whatever has become of the one in hand: it may have expired
 * or ended because the invitation went to another address. Does nothing for a secret that was never a link's. The
 * secret has 256 bits, so the time that the answer takes tells nothing that could be guessed.
 */
async function sendFreshLink(tx: Tx, secret: string): Promise<void> {
  const link = await findReviewLink(tx, secret)
  if (!link) return
  const { assignmentId, coReviewerId } = link
  const assignment = await tx
    .selectFrom('review_assignments')
    .innerJoin('articles', 'articles.id', 'review_assignments.article_id')
    .select(['article_id', 'email'])
    .where('review_assignments.id', '=', assignmentId)
    .where('email', '<>', '')
    .executeTakeFirst()
  if (!assignment) return
  const { article_id: articleId, email } = assignment
  // One after the other, so that two at once do not both pass the limit.
  await lockCase(tx, articleId)
  if (coReviewerId === null) {
    await enqueueWithin(tx, { kind: 'reviewer-link', recipient: email, data: { articleId, assignmentId } })
    return
  }
  const colleague = await loadColleague(tx, coReviewerId)
  if (!colleague) return
  const data = { articleId, assignmentId, coReviewerId }
  await enqueueWithin(tx, { kind: 'co-reviewer-invitation', recipient: colleague.email, data })
}

const loadColleague = (db: Db, id: string) =>
  db
    .selectFrom('co_reviewers')
    .select('email')
    .where('id', '=', id)
    .where('email', '<>', '')
    .where('state', 'in', ['invited', 'confirmed'])
    .executeTakeFirst()

/** Tells the editor that a link has reached someone else; at most once a day for each review. */
async function tellOfStrayLink(tx: Tx, assignmentId: string): Promise<void> {
  const { article_id: articleId } = await tx
    .selectFrom('review_assignments')
    .select('article_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  await lockCase(tx, articleId)
  const told = await tx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'editor-link-astray')
    .where('assignment_id', '=', assignmentId)
    .where('created_at', '>', new Date(Date.now() - DAY_MS).toISOString())
    .executeTakeFirst()
  if (!told) await notifyEditors(tx, 'editor-link-astray', { articleId, assignmentId })
}

/** Agrees to review, or declares a conflict of interest. A second time, from another device or by a second tap, changes nothing. */
async function agree(tx: Tx, assignmentId: string, consent: Consent): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  const { state, conflict_answer, conflict_text } = locked.assignment
  if (state === 'agreed') return
  const said = consent.conflict.answer === 'declared' ? consent.conflict.text : null
  if (conflictWaits(state, conflict_answer) && said === conflict_text) return
  await refuseSuperseded(tx, locked)
  const problem = dayProblem(consent.dueOn, reportDaysFrom(dayOf(now())))
  if (problem) throw invalid('dueOn', problem)
  await agreeToReview(tx, locked, consent)
}

/** Someone who declined and was then invited once more in this round answers that invitation. */
async function refuseSuperseded(tx: Tx, { assignment }: LockedAssignment): Promise<void> {
  const newer = await tx
    .selectFrom('review_assignments')
    .select('id')
    .where('round_id', '=', assignment.round_id)
    .where('reviewer_id', '=', assignment.reviewer_id)
    .where('state', 'in', LIVE_STATES)
    .where('id', '<>', assignment.id)
    .executeTakeFirst()
  if (newer) throw new DomainError('conflict', NEWER_INVITATION)
}

/** Declines. A second time changes nothing. */
async function decline(tx: Tx, assignmentId: string): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  if (locked.assignment.state !== 'declined') await declineToReview(tx, locked)
}

interface Details {
  reason: DeclineReason | null
  text: string | null
  suggestions: readonly { fullName: string; email: string | null; affiliation: string }[]
  neverAsk: boolean
}

/** Stores why someone has declined and whom they name; what they sent before is replaced. */
async function explain(tx: Tx, assignmentId: string, details: Details): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  const { assignment } = locked
  if (assignment.state !== 'declined') {
    throw new DomainError(
      'conflict',
      'You have already given another answer to this invitation. Please reload the page.',
    )
  }
  await explainDecline(tx, locked, details)
  await tx
    .deleteFrom('reviewer_suggestions')
    .where('article_id', '=', assignment.article_id)
    .where('assignment_id', '=', assignmentId)
    .where('source', '=', 'reviewer')
    .where('used_at', 'is', null)
    .execute()
  await writeSuggestions(
    tx,
    { articleId: assignment.article_id, source: 'reviewer', assignmentId, at: now() },
    details.suggestions.map((person) => ({ ...person, kind: 'suggest', reason: '' })),
  )
  if (details.neverAsk) await setNeverAsk(tx, null, assignment.reviewer_id, true)
}

/** Moves the date of the report, once and within limits; reminders are counted from the new one. */
async function moveDate(tx: Tx, assignmentId: string, dueOn: string): Promise<void> {
  const { assignment, round, article } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'agreed' || assignment.due_on === null || round.closed_at !== null) {
    throw new DomainError('conflict', 'The date can be changed only while your report is awaited.')
  }
  if (assignment.due_on === dueOn) return
  const days = laterDays(dayOf(now()), assignment.due_on, assignment.first_due_on)
  if (!days) throw new DomainError('conflict', 'You have already changed the date once. Please write to the editor.')
  const problem = dayProblem(dueOn, days)
  if (problem) throw invalid('dueOn', problem)
  await tx
    .updateTable('review_assignments')
    .set({ due_on: dueOn, first_due_on: assignment.due_on })
    .where('id', '=', assignmentId)
    .execute()
  await writeAuditEntry(tx, null, 'article.change-review', article.id, { after: { assignmentId, dueOn } })
}
