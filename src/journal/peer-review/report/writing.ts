import {
  COLLEAGUE_NOT_CONFIRMED,
  REPORT_NOT_EXPECTED,
  REVIEWER_SENDS,
  type WritingState,
} from '../../../contract/api/review-reports.ts'
import { moveAssignment } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { isReleased } from '../../../contract/rules/peer-review/undo.ts'
import type { ReviewerCaller } from '../../../platform/call.ts'
import { positionOf } from '../cases/assignments.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { AssignmentRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'

/** An assignment with its round. */
export interface Writing {
  assignment: AssignmentRow
  round: RoundRow
}

export async function readWriting(db: Db, { assignmentId }: ReviewerCaller): Promise<Writing> {
  const assignment = await db
    .selectFrom('review_assignments')
    .selectAll()
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  if (!assignment) throw notFound('Review')
  return { assignment, round: await roundOf(db, assignment) }
}

const roundOf = (db: Db, { round_id }: AssignmentRow): Promise<RoundRow> =>
  db.selectFrom('review_rounds').selectAll().where('id', '=', round_id).executeTakeFirstOrThrow()

/**
 * The assignment for a change of its draft or files; throws unless they can be changed. Only its own row is
 * locked: drafts are saved every few seconds, and a report that is sent meanwhile changes that row too.
 */
export async function lockWriting(tx: Tx, caller: ReviewerCaller): Promise<Writing> {
  const assignment = await lockForUpdate(tx, 'review_assignments', caller.assignmentId)
  if (!assignment) throw notFound('Review')
  const writing = { assignment, round: await roundOf(tx, assignment) }
  const position = positionOf(writing.assignment, writing.round)
  const late = assignment.state === 'cancelled'
  const next = moveAssignment(position, late ? 'submitLate' : 'submit', 'reviewer')
  if ('kind' in next) refuse(assignment.state === 'agreed' ? { ...next, message: REPORT_NOT_EXPECTED } : next)
  return writing
}

/** Where the report is for those who write it. A decision that can still be undone does not count yet. */
export function writingState({ assignment, round }: Writing, now: Date): WritingState {
  if (assignment.state === 'submitted') return 'sent'
  const position = positionOf(assignment, round)
  const may = (move: 'submit' | 'submitLate') => !('kind' in moveAssignment(position, move, 'reviewer'))
  if (may('submit')) return 'open'
  if (!may('submitLate')) return 'closed'
  return isReleased({ decided_at: assignment.closed_at! }, now) ? 'late' : 'open'
}

/** A colleague takes part once they have confirmed it. */
export async function requireWriter(db: Db, { coReviewerId, assignmentId }: ReviewerCaller): Promise<void> {
  if (coReviewerId === null) return
  const confirmed = await db
    .selectFrom('co_reviewers')
    .select('id')
    .where('id', '=', coReviewerId)
    .where('assignment_id', '=', assignmentId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  if (!confirmed) throw new DomainError('forbidden', COLLEAGUE_NOT_CONFIRMED)
}

export function requireReviewer({ coReviewerId }: ReviewerCaller): void {
  if (coReviewerId !== null) throw new DomainError('forbidden', REVIEWER_SENDS)
}
