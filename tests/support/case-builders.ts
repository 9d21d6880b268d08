/** Cases in some state, made by the commands that the journal itself uses. */
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { journal } from '../../journal.config.ts'
import type { LetterKind } from '../../src/contract/rules/peer-review/stages.ts'
import type { Caller } from '../../src/platform/call.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'
import { decide } from '../../src/journal/peer-review/cases/decide.ts'
import { inviteReviewers } from '../../src/journal/peer-review/cases/invite.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { submitReport, type SentReport } from '../../src/journal/peer-review/cases/report.ts'
import { agreeToReview } from '../../src/journal/peer-review/cases/respond.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { AssignmentRow, DecisionRow, ReportRow } from '../../src/platform/database/review-tables.ts'
import type { ArticleRow, UserRow } from '../../src/platform/database/tables.ts'
import { anArticle, aReviewer, type ArticleOptions, type ReviewerOptions } from './builders.ts'

/** A user as the one who calls. */
export const asCaller = ({ id, role }: Pick<UserRow, 'id' | 'role'>): Caller => ({ userId: id, role, sessionId: '' })

/** A pending article in screening. */
export async function aCase(
  database: Database,
  { receivedOn, ...options }: ArticleOptions & { receivedOn?: string } = {},
): Promise<ArticleRow> {
  const article = await anArticle(database, { state: 'pending', ...options })
  const at = new Date().toISOString()
  await database.transaction((tx) =>
    openCase(tx, {
      articleId: article.id,
      submitterId: article.submitter_id,
      receivedOn: receivedOn ?? at.slice(0, 10),
      at,
    }),
  )
  return article
}

const freshRow = (database: Database, id: string): Promise<AssignmentRow> =>
  database.transaction(async (tx) => (await lockAssignment(tx, id)).assignment)

/** Somebody who is invited to review, or on standby. */
export async function anInvitation(
  database: Database,
  { articleId, editor, standby = false }: { articleId: string; editor: UserRow; standby?: boolean },
  options: ReviewerOptions = {},
): Promise<AssignmentRow> {
  const reviewer = await aReviewer(database, options)
  const { email } = await database.db
    .selectFrom('reviewer_addresses')
    .select('email')
    .where('reviewer_id', '=', reviewer.id)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  const person = { reviewerId: reviewer.id, email, source: 'editor' as const }
  const [made] = await database.transaction((tx) =>
    inviteReviewers(tx, asCaller(editor), {
      articleId,
      invite: standby ? [] : [person],
      standby: standby ? [person] : [],
      replyDays: journal.review.replyDays,
      reportDays: journal.review.reportDays,
      message: null,
    }),
  )
  return made!
}

/** The reviewer agrees. */
export async function anAgreement(
  database: Database,
  { id }: { id: string },
  { dueOn = '2099-01-31', declares }: { dueOn?: string; declares?: string } = {},
): Promise<AssignmentRow> {
  await database.transaction((tx) =>
    agreeToReview(tx, id, {
      conflict: declares === undefined ? { answer: 'none' } : { answer: 'declared', text: declares },
      dueOn,
    }),
  )
  return freshRow(database, id)
}

/** The reviewer reports. */
export const aReport = (
  database: Database,
  { id }: { id: string },
  report: Partial<SentReport> = {},
): Promise<ReportRow> =>
  database.transaction((tx) =>
    submitReport(tx, id, {
      answers: Object.fromEntries(journal.review.questions.map((question) => [question.id, 'yes' as const])),
      toAuthors: 'The question is well put and the design answers it.\n\n1. Say how soil water was measured.',
      toEditor: 'Happy to read it again.',
      recommendation: 'minor',
      ...report,
    }),
  )

/** An editor decides; nothing is given to the authors but the letter. */
export async function aDecision(
  database: Database,
  { articleId, editor, kind = 'minor' }: { articleId: string; editor: UserRow; kind?: LetterKind },
): Promise<DecisionRow> {
  const reports = await database.db
    .selectFrom('review_reports')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'review_reports.assignment_id')
    .select('review_reports.id')
    .where('assignment.article_id', '=', articleId)
    .execute()
  return database.transaction((tx) =>
    decide(tx, asCaller(editor), {
      articleId,
      kind,
      letter: 'Dear authors,\n\nthank you.',
      revisionDueOn: ['return', 'minor', 'major'].includes(kind) ? addDays(dayOf(new Date()), 14) : null,
      exceptionReason: 'A note of two pages.',
      releases: [],
      seenReports: reports.map(({ id }) => id),
    }),
  )
}
