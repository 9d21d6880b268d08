import type { DeclineReason } from '../../contract/domain/peer-review/stages.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Tx } from '../database/connect.ts'
import type { AssignmentRow } from '../database/review-tables.ts'
import { now } from '../ids.ts'
import { noteRecusals } from '../recusal.ts'
import { lockAssignment, move } from './assignments.ts'
import { inviteStandby } from './invite.ts'
import { notifyEditors, notifyReviewer } from './notify.ts'

export interface Consent {
  conflict: { answer: 'none' } | { answer: 'declared'; text: string }
  /** The day by which the reviewer will report. */
  dueOn: string
}

/** A reviewer agrees: after an invitation, or 'after all' while the round is open. */
export async function agreeToReview(
  tx: Tx,
  assignmentId: string,
  { conflict, dueOn }: Consent,
): Promise<AssignmentRow> {
  const locked = await lockAssignment(tx, assignmentId)
  const agreed = await move(tx, locked, 'reviewer', 'agree', {
    replied_at: now(),
    due_on: dueOn,
    first_due_on: null,
    conflict_answer: conflict.answer,
    conflict_text: conflict.answer === 'declared' ? conflict.text : null,
    closed_at: null,
    close_reason: null,
    decline_reason: null,
    decline_text: null,
  })
  await noteRecusals(tx, { articleId: locked.article.id })
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.reviewer-agreed',
    subject: locked.article.id,
    after: { assignmentId },
  })
  await notifyReviewer(tx, 'reviewer-thanks', agreed)
  if (conflict.answer === 'declared') {
    await notifyEditors(tx, 'editor-conflict-declared', { articleId: locked.article.id, assignmentId })
  }
  return agreed
}

/** A reviewer declines: the next of the standby list is invited in the same transaction, once for each assignment. */
export async function declineToReview(tx: Tx, assignmentId: string): Promise<AssignmentRow> {
  const locked = await lockAssignment(tx, assignmentId)
  const at = now()
  const declined = await move(tx, locked, 'reviewer', 'decline', {
    replied_at: at,
    closed_at: at,
    close_reason: 'declined',
  })
  const next = await inviteStandby(tx, locked, at)
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.reviewer-declined',
    subject: locked.article.id,
    after: { assignmentId, invited: next?.id ?? null },
  })
  await notifyEditors(tx, 'editor-reviewer-declined', { articleId: locked.article.id, assignmentId })
  return declined
}

/** Adds the reason to a refusal, which was final without it. */
export async function explainDecline(
  tx: Tx,
  assignmentId: string,
  { reason, text }: { reason: DeclineReason | null; text: string | null },
): Promise<void> {
  const { assignment } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'declined') return
  await tx
    .updateTable('review_assignments')
    .set({ decline_reason: reason, decline_text: text })
    .where('id', '=', assignmentId)
    .execute()
}

/** An invitation ends without an answer: the next of the standby list is invited in the same transaction. */
export async function lapseInvitation(tx: Tx, assignmentId: string, at: string): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  await move(tx, locked, 'system', 'lapse', { closed_at: at, close_reason: 'no-answer' })
  const next = await inviteStandby(tx, locked, at)
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.reviewer-lapsed',
    subject: locked.article.id,
    after: { assignmentId, invited: next?.id ?? null },
  })
  await notifyEditors(tx, 'editor-reviewer-lapsed', { articleId: locked.article.id, assignmentId })
}
