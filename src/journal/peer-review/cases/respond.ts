import { CONFLICT_WAITS, conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { addDays, dayOf, daysBetween } from '../../../contract/rules/peer-review/days.ts'
import type { Interest } from '../../../contract/rules/peer-review/interests.ts'
import type { DeclineReason } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { noteRecusals } from '../recusal.ts'
import { type LockedAssignment, move } from './assignments.ts'
import { noteConflict, noteInterest, ofReviewer } from './declared-conflicts.ts'
import { inviteStandby } from './invite.ts'
import { notifyEditors, notifyReviewer } from './notify.ts'

export interface Consent {
  conflict: Interest
  /** The day by which the reviewer will report. */
  dueOn: string
}

/**
 * A reviewer agrees: after an invitation, or 'after all' while the round is open. A reviewer who has declared a conflict of
 * interest, now or before, waits for an editor, and reads no more than the invitation until then.
 */
export async function agreeToReview(
  tx: Tx,
  locked: LockedAssignment,
  { conflict, dueOn }: Consent,
): Promise<AssignmentRow> {
  const { assignment } = locked
  const assignmentId = assignment.id
  const at = now()
  const answered = {
    ...{ replied_at: at, first_due_on: null, closed_at: null, close_reason: null },
    ...{ decline_reason: null, decline_text: null },
  }
  if (conflictWaits(assignment.state, assignment.conflict_answer)) throw new DomainError('conflict', CONFLICT_WAITS)
  const toDecide = await noteInterest(tx, ofReviewer(assignment), conflict)
  if (toDecide !== undefined) {
    const told = conflict.answer === 'declared' ? conflict.text : toDecide
    // The reviewer has the days that they have chosen from when the editor has decided.
    const report_days = daysBetween(dayOf(at), dueOn)
    const waiting = {
      ...answered,
      conflict_answer: 'declared',
      conflict_text: told,
      due_on: null,
      report_days,
    } as const
    const declared = await move(tx, locked, 'reviewer', 'declare', waiting)
    await writeAuditEntry(tx, null, 'article.conflict-declared', locked.article.id, { after: { assignmentId } })
    await notifyEditors(tx, 'editor-conflict-declared', { articleId: locked.article.id, assignmentId })
    return declared
  }
  const agreed = await move(tx, locked, 'reviewer', 'agree', {
    ...answered,
    due_on: dueOn,
    conflict_answer: conflict.answer,
    conflict_text: conflict.answer === 'declared' ? conflict.text : null,
  })
  await noteRecusals(tx, { articleId: locked.article.id })
  await writeAuditEntry(tx, null, 'article.reviewer-agreed', locked.article.id, { after: { assignmentId } })
  await notifyReviewer(tx, 'reviewer-thanks', agreed)
  return agreed
}

/** An editor has waived the conflict of a reviewer who waits: they have agreed, and the manuscript opens for them. */
export async function admitReviewer(tx: Tx, editor: Caller, locked: LockedAssignment): Promise<void> {
  const agreed = await move(tx, locked, 'editor', 'admit', {
    due_on: addDays(dayOf(now()), locked.assignment.report_days),
  })
  await writeAuditEntry(tx, editor.userId, 'article.reviewer-agreed', locked.article.id, {
    after: { assignmentId: locked.assignment.id },
  })
  await notifyReviewer(tx, 'reviewer-conflict-waived', agreed)
}

/** A reviewer declines: the next of the standby list is invited in the same transaction, once for each assignment. */
export async function declineToReview(tx: Tx, locked: LockedAssignment): Promise<AssignmentRow> {
  const assignmentId = locked.assignment.id
  const at = now()
  const declined = await move(tx, locked, 'reviewer', 'decline', {
    replied_at: at,
    closed_at: at,
    close_reason: 'declined',
  })
  const next = await inviteStandby(tx, locked, at)
  await writeAuditEntry(tx, null, 'article.reviewer-declined', locked.article.id, {
    after: { assignmentId, invited: next?.id ?? null },
  })
  await notifyEditors(tx, 'editor-reviewer-declined', { articleId: locked.article.id, assignmentId })
  return declined
}

/** Adds the reason to a refusal, which was final without it. */
export async function explainDecline(
  tx: Tx,
  { assignment }: LockedAssignment,
  { reason, text }: { reason: DeclineReason | null; text: string | null },
): Promise<void> {
  if (assignment.state !== 'declined') return
  // A reason for today, and a conflict for all rounds.
  if (reason === 'conflict') await noteConflict(tx, ofReviewer(assignment), text)
  await tx
    .updateTable('review_assignments')
    .set({ decline_reason: reason, decline_text: text })
    .where('id', '=', assignment.id)
    .execute()
}

/** An invitation ends without an answer: the next of the standby list is invited in the same transaction. */
export async function lapseInvitation(tx: Tx, locked: LockedAssignment, at: string): Promise<void> {
  const assignmentId = locked.assignment.id
  await move(tx, locked, 'system', 'lapse', { closed_at: at, close_reason: 'no-answer' })
  const next = await inviteStandby(tx, locked, at)
  await writeAuditEntry(tx, null, 'article.reviewer-lapsed', locked.article.id, {
    after: { assignmentId, invited: next?.id ?? null },
  })
  await notifyEditors(tx, 'editor-reviewer-lapsed', { articleId: locked.article.id, assignmentId })
}
