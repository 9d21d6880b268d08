import type { OpenReview } from '../../../contract/api/open-review.ts'
import { isPublicRole } from '../../../contract/rules/people/contributor-roles.ts'
import { conflictWaits, LATE_REPORT_DAYS } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { laterDays, proposedDay, reportDaysFrom } from '../../../contract/rules/peer-review/review-dates.ts'
import { maskedAddress, type ReviewerActor } from '../../../contract/rules/peer-review/review-link.ts'
import { contributorsOf } from '../../publication/articles/contributor-rows.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { shownRichText } from '../../../platform/html/sanitise.ts'
import { now } from '../../../platform/ids.ts'
import { draftText } from './draft-text.ts'
import { filesOfVersions } from './manuscript-files.ts'
import { outcomeFor } from './outcome.ts'
import { ownReports } from './own-reports.ts'
import { reviewOf } from './review-rows.ts'

/** Everything that a link opens, in its present state. */
export async function openReview(db: Db, caller: ReviewerActor): Promise<OpenReview> {
  const { assignment, round, theCase, article, reviewer, coReviewers, coReviewer } = await reviewOf(db, caller)
  const isReviewer = coReviewer === null
  const own = await ownReports(db, assignment)
  const versions = [round.version_id, ...own.earlierVersions]
  const people = await contributorsOf(db, [article.id])
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
    authors: people.filter(({ role }) => isPublicRole(role)),
    round: round.number,
    state: assignment.state,
    closeReason: assignment.close_reason,
    message: isReviewer ? assignment.message : null,
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
    declined: isReviewer && assignment.state === 'declined' ? await detailsOf(db, assignment) : null,
    coReview: coReviewer?.state ?? null,
    coReviewers: coReviewers.map(({ full_name, state }) => ({ fullName: full_name, state })),
    files: mayRead(assignment, coReviewer) ? await filesOfVersions(db, versions) : [],
    earlier: isReviewer && own.earlier.length ? { reports: own.earlier, reply: await replyOf(db, round) } : null,
    clarify: assignment.state === 'agreed' ? assignment.clarify_text : null,
    canReport: isReviewer && canReport(assignment),
    lateUntil: isReviewer ? lateUntil(assignment) : null,
    report: mayRead(assignment, coReviewer) ? own.current : null,
    outcome: mayRead(assignment, coReviewer) ? await outcomeFor(db, assignment) : null,
    draft: isReviewer && assignment.state === 'cancelled' ? await draftText(db, assignment.id, article.title) : null,
  }
}

/** True if the link opens the manuscript itself: its reviewer has agreed, and its co-reviewer has confirmed. */
export const mayRead = (assignment: AssignmentRow, coReviewer: { state: string } | null): boolean =>
  (canReport(assignment) || assignment.state === 'submitted') &&
  (coReviewer === null || coReviewer.state === 'confirmed')

const canReport = (assignment: AssignmentRow): boolean =>
  assignment.state === 'agreed' || lateUntil(assignment) !== null

/** Until when a report is still taken after the decision, from somebody who had agreed to write it. */
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

async function detailsOf(db: Db, assignment: AssignmentRow): Promise<OpenReview['declined']> {
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

async function replyOf(db: Db, { version_id }: RoundRow): Promise<string | null> {
  const version = await db
    .selectFrom('manuscript_versions')
    .select('reply')
    .where('id', '=', version_id)
    .executeTakeFirst()
  return version?.reply ?? null
}
