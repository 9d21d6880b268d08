import { NEWER_INVITATION } from '../../../contract/api/reviews.ts'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { dayProblem, laterDays, reportDaysFrom } from '../../../contract/rules/peer-review/review-dates.ts'
import { LIVE_STATES, type DeclineReason } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { lockAssignment, type LockedAssignment } from '../cases/assignments.ts'
import { agreeToReview, declineToReview, explainDecline, type Consent } from '../cases/respond.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { setNeverAsk } from '../reviewers/commands.ts'
import { writeSuggestions } from '../reviewers/suggestions.ts'

/** Agrees to review, or tells of a conflict of interest. A second time, from another device or by a second tap, changes nothing. */
export async function agree(tx: Tx, assignmentId: string, consent: Consent): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  const { state, conflict_answer, conflict_text } = locked.assignment
  if (state === 'agreed') return
  const said = consent.conflict.answer === 'declared' ? consent.conflict.text : null
  if (conflictWaits(state, conflict_answer) && said === conflict_text) return
  await refuseSuperseded(tx, locked)
  const problem = dayProblem(consent.dueOn, reportDaysFrom(dayOf(now())))
  if (problem) throw invalid('dueOn', problem)
  await agreeToReview(tx, assignmentId, consent)
}

/** Somebody who declined and was then invited once more in this round answers that invitation. */
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
export async function decline(tx: Tx, assignmentId: string): Promise<void> {
  const { assignment } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'declined') await declineToReview(tx, assignmentId)
}

export interface Details {
  reason: DeclineReason | null
  text: string | null
  suggestions: readonly { fullName: string; email: string | null; affiliation: string }[]
  neverAsk: boolean
}

/** Stores why somebody has declined and whom they name; what they sent before is replaced. */
export async function explain(tx: Tx, assignmentId: string, details: Details): Promise<void> {
  const { assignment } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'declined') {
    throw new DomainError('conflict', 'You have answered this invitation in another way. Please reload the page.')
  }
  await explainDecline(tx, assignmentId, details)
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
export async function moveDate(tx: Tx, assignmentId: string, dueOn: string): Promise<void> {
  const { assignment, round, article } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'agreed' || assignment.due_on === null || round.closed_at !== null) {
    throw new DomainError('conflict', 'The date can be changed only while your report is awaited.')
  }
  if (assignment.due_on === dueOn) return
  const days = laterDays(dayOf(now()), assignment.due_on, assignment.first_due_on)
  if (!days) throw new DomainError('conflict', 'You have already moved the date. Please write to the editor.')
  const problem = dayProblem(dueOn, days)
  if (problem) throw invalid('dueOn', problem)
  await tx
    .updateTable('review_assignments')
    .set({ due_on: dueOn, first_due_on: assignment.due_on })
    .where('id', '=', assignmentId)
    .execute()
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.change-review',
    subject: article.id,
    after: { assignmentId, dueOn },
  })
}
