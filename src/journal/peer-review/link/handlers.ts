import {
  FOR_A_COLLEAGUE,
  FOR_THE_REVIEWER,
  FRESH_LINK_SENT,
  NOT_ME_SENT,
  type reviews,
} from '../../../contract/api/reviews.ts'
import { fileUrl } from '../../../contract/rules/files/file-url.ts'
import type { ReviewerActor } from '../../../contract/rules/peer-review/review-link.ts'
import type { Handlers, ReviewerCaller } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { CaseResources } from '../case/resources.ts'
import { fileToRead, textOfFile } from '../case/text-of-file.ts'
import { agree, decline, explain, moveDate } from './answer-invitation.ts'
import { answerCoReview, nameColleague } from './co-review.ts'
import { calendarUrl, certificateUrl } from './downloads.ts'
import { sendFreshLink, tellOfStrayLink } from './fresh-link.ts'
import { linkForAccount, reviewsOfAccount } from './mine.ts'
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
