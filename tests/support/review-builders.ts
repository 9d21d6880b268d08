/** Builders of peer review: cases, reviewers and what they do, made by the journal's own commands. */
import { draftNotice } from '../../src/journal/publication/notices/commands.ts'
import type { LetterKind, ReviewerSource } from '../../src/contract/rules/peer-review/stages.ts'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { agreeToReview } from '../../src/journal/peer-review/cases/respond.ts'
import { decide, type NewDecision } from '../../src/journal/peer-review/cases/decide.ts'
import { inviteReviewers } from '../../src/journal/peer-review/cases/invite.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { loadReports, submitReport, validReports, type SentReport } from '../../src/journal/peer-review/cases/report.ts'
import type { Caller } from '../../src/platform/call.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { AssignmentRow, DecisionRow, ReportRow } from '../../src/platform/database/review-tables.ts'
import type { ArticleRow, UserRow } from '../../src/platform/database/tables.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'
import { lockCase } from '../../src/journal/peer-review/cases/case-rows.ts'
import { newId, now } from '../../src/platform/ids.ts'
import {
  anArticle,
  aReviewer,
  aUser,
  type ArticleOptions,
  type BuiltReviewer,
  type ReviewerOptions,
  type SignedIn,
} from './builders.ts'

/** A pending article with its case, in screening. */
export async function aCase(
  database: Database,
  { receivedOn = dayOf(new Date()), ...options }: ArticleOptions & { receivedOn?: string } = {},
): Promise<ArticleRow> {
  const article = await anArticle(database, { state: 'pending', ...options })
  await database.transaction((tx) =>
    openCase(tx, { articleId: article.id, submitterId: article.submitter_id, receivedOn, at: now() }),
  )
  return article
}

/** The caller that an editor's commands take. */
export const callerFor = (user: Pick<UserRow, 'id' | 'role'>): Caller => ({
  userId: user.id,
  role: user.role,
  sessionId: 'test',
})
export const asCaller = ({ user }: Pick<SignedIn, 'user'>): Caller => callerFor(user)

export const anEditor = async (database: Database): Promise<Caller> =>
  callerFor(await aUser(database, { role: 'admin' }))

export interface CaseWithEditor {
  articleId: string
  author: UserRow
  editor: Caller
}

/** A manuscript in screening, received today, whose author has an address of their own, and an editor. */
export async function aCaseWithEditor(database: Database): Promise<CaseWithEditor> {
  const author = await aUser(database)
  const contributors = [
    { role: 'Corresponding Author' as const, full_name: 'Ayesha Malik', email: `${newId()}@plants.test` },
  ]
  const { id } = await aCase(database, { submitter: author, contributors })
  return { articleId: id, author, editor: await anEditor(database) }
}

/** All who were asked have confirmed the list of authors that counts. */
export const authorsConfirmed = (database: Database, articleId: string): Promise<unknown> =>
  database.db
    .updateTable('author_confirmations')
    .set({ state: 'confirmed', answered_at: now() })
    .where('article_id', '=', articleId)
    .where('list_digest', 'not in', database.db.selectFrom('author_proposals').select('id'))
    .where('state', '=', 'asked')
    .execute()

/** Invites new reviewers, and others on standby, to review an article whose authors have confirmed their list. */
export async function invited(
  database: Database,
  editor: Caller,
  articleId: string,
  {
    count = 2,
    standby = 0,
    source = 'editor',
    reviewers,
  }: { count?: number; standby?: number; source?: ReviewerSource; reviewers?: BuiltReviewer[] } = {},
): Promise<AssignmentRow[]> {
  const people = reviewers ?? (await Promise.all(Array.from({ length: count + standby }, () => aReviewer(database))))
  const persons = people.map(({ id, email }) => ({ reviewerId: id, email, source }))
  await authorsConfirmed(database, articleId)
  return database.transaction(async (tx) =>
    inviteReviewers(tx, editor, await lockCase(tx, articleId), {
      invite: persons.slice(0, people.length - standby),
      standby: persons.slice(people.length - standby),
      replyDays: 7,
      reportDays: 14,
      message: null,
    }),
  )
}

/** The same for a case that was made with its editor. */
export const invitedTo = (
  database: Database,
  { editor, articleId }: CaseWithEditor,
  options: Parameters<typeof invited>[3] = {},
): Promise<AssignmentRow[]> => invited(database, editor, articleId, options)

/** One reviewer with this name and so on is invited, or on standby. */
export async function anInvitation(
  database: Database,
  { articleId, editor, standby = false }: { articleId: string; editor: UserRow; standby?: boolean },
  reviewer: ReviewerOptions = {},
): Promise<AssignmentRow> {
  const reviewers = [await aReviewer(database, reviewer)]
  const options = { reviewers, standby: standby ? 1 : 0 }
  return (await invited(database, callerFor(editor), articleId, options))[0]!
}

export const agreed = (
  database: Database,
  assignmentId: string,
  { dueOn = addDays(dayOf(new Date()), 14), declares }: { dueOn?: string; declares?: string } = {},
): Promise<AssignmentRow> =>
  database.transaction(async (tx) =>
    agreeToReview(tx, await lockAssignment(tx, assignmentId), {
      conflict: declares === undefined ? { answer: 'none' } : { answer: 'declared', text: declares },
      dueOn,
    }),
  )

export const REPORT = {
  answers: { question: 'yes', methods: 'partly' },
  toAuthors: 'The question is well put.',
  toEditor: 'I would gladly see a revision.',
  recommendation: 'minor',
} as const

export const reported = (
  database: Database,
  assignmentId: string,
  report: Partial<SentReport> = {},
): Promise<ReportRow> =>
  database.transaction(async (tx) => submitReport(tx, await lockAssignment(tx, assignmentId), { ...REPORT, ...report }))

/** Invites, agrees and reports: a case with this many reports. */
export async function withReports(
  database: Database,
  editor: Caller,
  articleId: string,
  options: Parameters<typeof invited>[3] = {},
): Promise<AssignmentRow[]> {
  const assignments = await invited(database, editor, articleId, options)
  for (const { id, state } of assignments) {
    if (state !== 'invited') continue
    await agreed(database, id)
    await reported(database, id)
  }
  return assignments
}

/** Decides with all reports of the open round seen and released. */
export async function decided(
  database: Database,
  editor: Caller,
  articleId: string,
  kind: LetterKind,
  more: Partial<NewDecision> = {},
): Promise<DecisionRow> {
  const assignments = await database.db
    .selectFrom('review_assignments')
    .select('id')
    .where('article_id', '=', articleId)
    .execute()
  const reports = validReports(
    await loadReports(
      database.db,
      assignments.map(({ id }) => id),
    ),
  )
  return database.transaction((tx) =>
    decide(tx, editor, {
      articleId,
      kind,
      letter: 'Dear authors,\n\nthank you for your manuscript.',
      revisionDueOn: ['return', 'minor', 'major'].includes(kind) ? addDays(dayOf(new Date()), 14) : null,
      exceptionReason: null,
      releases: reports.map((report) => ({ reportId: report.id, text: report.to_authors, changeReason: null })),
      seenReports: reports.map(({ id }) => id),
      ...more,
    }),
  )
}

/** The draft of a retraction, by an editor. */
export const aNoticeDraft = (database: Database, editor: Caller, articleId: string, what = ''): Promise<string> =>
  database.transaction((tx) => draftNotice(tx, editor, { kind: 'retraction', about: [articleId], what }))
