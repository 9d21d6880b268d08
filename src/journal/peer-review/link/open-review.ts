import type { z } from 'zod'
import { journal } from '../../../contract/journal.ts'
import type { ManuscriptFile, OpenReview, OwnReport } from '../../../contract/api/open-review.ts'
import { conflictWaits, LATE_REPORT_DAYS } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import {
  draftAsText,
  type DraftContent,
  EMPTY_DRAFT,
  isSameDraft,
} from '../../../contract/rules/peer-review/report-draft.ts'
import { laterDays, proposedDay, reportDaysFrom } from '../../../contract/rules/peer-review/review-dates.ts'
import {
  maskedAddress,
  type ReviewerActor,
  REVIEW_LINK_NEEDED,
} from '../../../contract/rules/peer-review/review-link.ts'
import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { loadSupplements } from '../case/read-report-files.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type {
  AssignmentRow,
  ReportRow,
  RoundRow,
  CaseRow,
  CoReviewerRow,
} from '../../../platform/database/review-tables.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import { now } from '../../../platform/ids.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { loadDecisions, findCase } from '../cases/case-rows.ts'
import { loadEditorName } from '../cases/email-facts.ts'
import { consentOf } from '../published/consent.ts'
import { loadReports, validReports } from '../cases/report.ts'
import { DomainError } from '../../../platform/errors.ts'

/** Everything that a link opens, in its present state. */
export async function openReview(db: Db, caller: ReviewerActor): Promise<OpenReview> {
  const { assignment, round, theCase, article, reviewer, coReviewers, coReviewer } = await loadReview(db, caller)
  const isReviewer = coReviewer === null
  const own = await ownReports(db, assignment)
  const versions = [round.version_id, ...own.earlierVersions]
  return {
    id: assignment.id,
    as: isReviewer ? 'reviewer' : 'co-reviewer',
    name: coReviewer?.full_name ?? reviewer.full_name,
    address: maskedAddress(coReviewer?.email ?? assignment.email),
    reviewer: reviewer.full_name,
    number: theCase.number,
    title: article.title,
    category: article.category,
    abstract: shownRichText(article.abstract, article.abstract_cleaner),
    authors: await loadAuthors(db, [article.id]),
    round: round.number,
    state: assignment.state,
    closeReason: assignment.close_reason,
    editor: isReviewer ? await loadEditorName(db, theCase) : null,
    message: isReviewer ? assignment.message : null,
    messages: isReviewer ? await loadMessages(db, assignment.id) : [],
    replyDueOn: assignment.reply_due_on,
    dueOn: assignment.due_on,
    consent: isReviewer ? consentFor(assignment, round) : null,
    later: isReviewer ? laterFor(assignment, round) : null,
    conflict:
      isReviewer && assignment.conflict_answer
        ? { answer: assignment.conflict_answer, text: assignment.conflict_text }
        : null,
    conflictWaits: isReviewer
      ? conflictWaits(assignment.state, assignment.conflict_answer)
      : coReviewer.state === 'invited' && coReviewer.conflict_text !== null,
    declined: isReviewer && assignment.state === 'declined' ? await loadDetails(db, assignment) : null,
    coReview: coReviewer?.state ?? null,
    coReviewers: coReviewers.map(({ full_name, state }) => ({ fullName: full_name, state })),
    files: mayRead(assignment, coReviewer) ? await filesOfVersions(db, assignment.article_id, versions) : [],
    earlier:
      isReviewer && own.earlier.length
        ? { label: assignment.label, reports: own.earlier, reply: await loadReply(db, round) }
        : null,
    clarify: assignment.state === 'agreed' ? assignment.clarify_text : null,
    canReport: isReviewer && canReport(assignment),
    lateUntil: isReviewer ? lateUntil(assignment) : null,
    publication:
      isReviewer && assignment.publication === 'reports' ? await publicationFor(db, assignment, reviewer) : null,
    report: mayRead(assignment, coReviewer) ? own.current : null,
    outcome: mayRead(assignment, coReviewer) ? await outcomeFor(db, assignment) : null,
    draft: isReviewer && assignment.state === 'cancelled' ? await draftText(db, assignment.id, article.title) : null,
  }
}

async function publicationFor(
  db: Db,
  assignment: AssignmentRow,
  { full_name, affiliation }: ReviewRows['reviewer'],
): Promise<OpenReview['publication']> {
  return { ...(await consentOf(db, assignment)), printedAs: [full_name, affiliation].filter(Boolean).join(', ') }
}

/** True if the link opens the manuscript itself: its reviewer has agreed, and its co-reviewer has confirmed. */
export const mayRead = (assignment: AssignmentRow, coReviewer: { state: string } | null): boolean =>
  (canReport(assignment) || assignment.state === 'submitted') &&
  (coReviewer === null || coReviewer.state === 'confirmed')

const canReport = (assignment: AssignmentRow): boolean =>
  assignment.state === 'agreed' || lateUntil(assignment) !== null

/** Until when a report is still taken after the decision, from someone who had agreed to write it. */
function lateUntil({ state, close_reason, closed_at, due_on }: AssignmentRow): string | null {
  if (state !== 'cancelled' || close_reason !== 'decision' || due_on === null) return null
  const last = addDays(closed_at!, LATE_REPORT_DAYS)
  return dayOf(now()) <= last ? last : null
}

function consentFor(
  { state, conflict_answer, report_days }: AssignmentRow,
  { closed_at }: RoundRow,
): OpenReview['consent'] {
  if (!['invited', 'declined', 'lapsed'].includes(state) || closed_at !== null) return null
  if (conflictWaits(state, conflict_answer)) return null
  const today = dayOf(now())
  return { ...reportDaysFrom(today), proposed: proposedDay(today, report_days) }
}

const laterFor = ({ state, due_on, first_due_on }: AssignmentRow, { closed_at }: RoundRow): OpenReview['later'] =>
  state === 'agreed' && due_on !== null && closed_at === null ? laterDays(dayOf(now()), due_on, first_due_on) : null

async function loadDetails(db: Db, assignment: AssignmentRow): Promise<OpenReview['declined']> {
  const suggestions = await db
    .selectFrom('reviewer_suggestions')
    .select(['full_name', 'email', 'affiliation'])
    .where('article_id', '=', assignment.article_id)
    .where('assignment_id', '=', assignment.id)
    .where('full_name', '<>', '')
    .orderBy('position')
    .execute()
  return {
    reason: assignment.decline_reason,
    text: assignment.decline_text,
    suggestions: suggestions.map(({ full_name, email, affiliation }) => ({
      ...{ fullName: full_name, email: email ?? '', affiliation },
    })),
  }
}

const loadMessages = (db: Db, assignmentId: string): Promise<OpenReview['messages']> =>
  db
    .selectFrom('reviewer_messages')
    .select(['text', 'at'])
    .where('assignment_id', '=', assignmentId)
    .orderBy('at')
    .execute()

async function loadReply(db: Db, { version_id }: RoundRow): Promise<string | null> {
  const version = await db
    .selectFrom('manuscript_versions')
    .select('reply')
    .where('id', '=', version_id)
    .executeTakeFirst()
  return version?.reply ?? null
}

/** The files of versions of a manuscript, the newest version first; with that the files beside the text. */
async function filesOfVersions(
  db: Db,
  articleId: string,
  versionIds: readonly string[],
): Promise<z.input<typeof ManuscriptFile>[]> {
  const files = await db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .innerJoin('manuscript_versions', 'manuscript_versions.id', 'article_files.version_id')
    .select(['files.id', 'files.name', 'files.bytes', 'manuscript_versions.number as version'])
    .where('article_files.version_id', 'in', versionIds)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('manuscript_versions.number', 'desc')
    .orderBy('article_files.position')
    .execute()
  const newest = files[0]?.version
  if (newest === undefined) return []
  const supplements = await loadSupplements(db, articleId)
  const shown = files.map((file) => ({ ...file, title: null }))
  const first = shown.filter(({ version }) => version === newest).length
  const beside = supplements.map(({ media_type: _type, ...file }) => ({ ...file, version: newest }))
  return [...shown.slice(0, first), ...beside, ...shown.slice(first)]
}

/** What a reviewer had written of a report, as text to keep; null if there is nothing. */
async function draftText(db: Db, assignmentId: string, title: string): Promise<string | null> {
  const saved = await db
    .selectFrom('review_drafts')
    .select('content')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirst()
  if (!saved) return null
  const draft = { ...EMPTY_DRAFT, ...(JSON.parse(saved.content) as Partial<DraftContent>) }
  return isSameDraft(draft, EMPTY_DRAFT) ? null : draftAsText(plainTitle(title), journal().review.questions, draft)
}

/** What became of a round, for those who have reported in it: only once the letter has been sent to the authors. */
async function outcomeFor(db: Db, assignment: AssignmentRow): Promise<OpenReview['outcome']> {
  if (assignment.state !== 'submitted') return null
  const decisions = standingDecisions(await loadDecisions(db, assignment.article_id))
  const decision = decisions.findLast(({ round_id }) => round_id === assignment.round_id)
  if (!decision || !isReleased(decision, new Date())) return null
  const released = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as other', 'other.id', 'report.assignment_id')
    .select(['release.text', 'other.label', 'other.reviewer_id'])
    .where('release.decision_id', '=', decision.id)
    .orderBy('other.label')
    .execute()
  return {
    decision: decision.kind,
    decidedOn: dayOf(decision.decided_at),
    letter: decision.letter,
    reports: released.map(({ label, text, reviewer_id }) => ({
      ...{ label, text },
      isOwn: reviewer_id === assignment.reviewer_id,
    })),
  }
}

interface Reviewed {
  /** The report of this assignment that counts. */
  current: OwnReport | null
  /** Those of the same reviewer in earlier rounds of the case, the first one first. */
  earlier: OwnReport[]
  /** The versions of the manuscript that these were about. */
  earlierVersions: string[]
}

/** What a reviewer has reported on a manuscript, in all rounds. */
async function ownReports(db: Db, assignment: AssignmentRow): Promise<Reviewed> {
  const assignments = await db
    .selectFrom('review_assignments')
    .innerJoin('review_rounds', 'review_rounds.id', 'review_assignments.round_id')
    .select(['review_assignments.id', 'review_rounds.number', 'review_rounds.version_id'])
    .where('review_assignments.article_id', '=', assignment.article_id)
    .where('review_assignments.reviewer_id', '=', assignment.reviewer_id)
    .orderBy('review_rounds.number')
    .execute()
  const valid = validReports(
    await loadReports(
      db,
      assignments.map(({ id }) => id),
    ),
  )
  const ofAssignment = new Map(valid.map((report) => [report.assignment_id, report]))
  const now = assignments.find(({ id }) => id === assignment.id)!
  const before = assignments.filter(({ id, number }) => number < now.number && ofAssignment.has(id))
  const current = ofAssignment.get(assignment.id)
  return {
    current: current ? presentReport(current, now.number) : null,
    earlier: before.map(({ id, number }) => presentReport(ofAssignment.get(id)!, number)),
    earlierVersions: before.map(({ version_id }) => version_id),
  }
}

const presentReport = (report: ReportRow, round: number): OwnReport => ({
  round,
  questions: JSON.parse(report.form) as OwnReport['questions'],
  answers: JSON.parse(report.answers) as OwnReport['answers'],
  toAuthors: report.to_authors,
  toEditor: report.to_editor,
  recommendation: report.recommendation,
  submittedAt: report.submitted_at,
  isLate: report.late_at !== null,
})

const MANUSCRIPT_GONE = 'This manuscript is no longer with the journal. Thank you for your help.'

/** The rows that a link stands for. */
interface ReviewRows {
  assignment: AssignmentRow
  round: RoundRow
  theCase: CaseRow
  article: { id: string; title: string; abstract: string; abstract_cleaner: number; category: string }
  reviewer: { full_name: string; affiliation: string }
  coReviewers: CoReviewerRow[]
  /** The colleague whose link it is; null: the reviewer's. */
  coReviewer: CoReviewerRow | null
}

/** Reads them; throws if the manuscript has been deleted, or if the colleague is not one of this review. */
export async function loadReview(db: Db, { assignmentId, coReviewerId }: ReviewerActor): Promise<ReviewRows> {
  const assignment = await db
    .selectFrom('review_assignments')
    .selectAll()
    .where('id', '=', assignmentId)
    .where('state', '<>', 'standby')
    .executeTakeFirst()
  if (!assignment) throw new DomainError('unauthenticated', REVIEW_LINK_NEEDED)
  const round = await db
    .selectFrom('review_rounds')
    .selectAll()
    .where('id', '=', assignment.round_id)
    .executeTakeFirstOrThrow()
  const theCase = await findCase(db, assignment.article_id)
  const article = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .select(['articles.id', 'articles.title', 'abstract', 'abstract_cleaner', 'categories.name as category'])
    .where('articles.id', '=', assignment.article_id)
    .executeTakeFirst()
  if (!theCase || !article) throw new DomainError('not_found', MANUSCRIPT_GONE)
  const reviewer = await db
    .selectFrom('reviewers')
    .select(['full_name', 'affiliation'])
    .where('id', '=', assignment.reviewer_id)
    .executeTakeFirstOrThrow()
  const coReviewers = await db
    .selectFrom('co_reviewers')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const coReviewer = coReviewers.find(({ id }) => id === coReviewerId) ?? null
  if (coReviewerId !== null && !coReviewer) throw new DomainError('unauthenticated', REVIEW_LINK_NEEDED)
  return { assignment, round, theCase, article, reviewer, coReviewers, coReviewer }
}
