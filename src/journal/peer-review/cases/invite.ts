import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import { publicationPolicy } from '../../../contract/rules/peer-review/published-reviews.ts'
import type { ReviewerSource } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, CaseRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { DomainError, refuse } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { refusalByAuthors } from '../../../contract/rules/peer-review/authorship.ts'
import { answersToList, requireAuthors } from '../authorship/require-authors.ts'
import { noteRecusedEditors } from './recused-editors.ts'
import { loadAssignments, labelFor, type LockedAssignment, move } from './assignments.ts'
import { changeCase, type LockedCase, openRound, loadRounds, loadVersions } from './case-rows.ts'
import { openConflict, ofReviewer } from './declared-conflicts.ts'
import { notifyReviewer } from './notify.ts'

/** An assignment with its round; its article is locked. */
type InRound = Pick<LockedAssignment, 'assignment' | 'round'>

/** One person in an invitation: whether they may be asked has been checked. */
export interface Invited {
  reviewerId: string
  email: string
  source: ReviewerSource
}

export interface Invitation {
  invite: readonly Invited[]
  /** In the order in which they are invited when someone declines or does not answer. */
  standby: readonly Invited[]
  replyDays: number
  reportDays: number
  /** The editor's own lines. */
  message: string | null
}

/**
 * Invites reviewers and keeps others on standby, in the open round; opens a round if none is, which ends the
 * screening of a new manuscript. The editor who invites first handles the case from then on.
 */
export async function inviteReviewers(
  tx: Tx,
  editor: Caller,
  { article: { id: articleId }, theCase }: LockedCase,
  invitation: Invitation,
): Promise<AssignmentRow[]> {
  const { invite, standby } = invitation
  await requireAuthors(tx, articleId, 'invite')
  const at = now()
  const round = (await openRound(tx, articleId)) ?? (await startRound(tx, theCase, at))
  const first = (await loadAssignments(tx, round.id)).length
  const made: AssignmentRow[] = []
  for (const [index, person] of [...invite, ...standby].entries()) {
    const assignment = await addToRound(tx, round, person, { ...invitation, rank: first + index, at })
    made.push(index < invite.length ? await inviteNow(tx, { assignment, round }, 'editor', at) : assignment)
  }
  if (theCase.editor_id === null) await changeCase(tx, articleId, { editor_id: editor.userId })
  await writeAuditEntry(tx, editor.userId, 'article.invite-reviewers', articleId, {
    after: {
      invited: made.filter(({ state }) => state === 'invited').map(({ id }) => id),
      standby: made.filter(({ state }) => state === 'standby').map(({ id }) => id),
    },
  })
  return made
}

/** Opens the next round with the newest version; the case moves to review if it is still in screening. */
export async function startRound(tx: Tx, theCase: CaseRow, at: string): Promise<RoundRow> {
  const articleId = theCase.article_id
  if (theCase.stage !== 'reviewing') {
    const next = moveCase(theCase.stage, 'review', 'editor')
    if ('kind' in next) refuse(next)
    else await changeCase(tx, articleId, { stage: next.stage, screened_at: theCase.screened_at ?? at })
  }
  const round: RoundRow = {
    id: newId(),
    article_id: articleId,
    number: (await loadRounds(tx, articleId)).length + 1,
    version_id: (await loadVersions(tx, articleId)).at(-1)!.id,
    opened_at: at,
    closed_at: null,
  }
  await tx.insertInto('review_rounds').values(round).execute()
  return round
}

async function addToRound(
  tx: Tx,
  round: RoundRow,
  { reviewerId, email, source }: Invited,
  { replyDays, reportDays, message, rank, at }: Invitation & { rank: number; at: string },
): Promise<AssignmentRow> {
  const others = await loadAssignments(tx, round.id, 'standby', 'invited', 'agreed', 'submitted')
  if (others.some((other) => other.reviewer_id === reviewerId)) {
    throw new DomainError(
      'conflict',
      'One of these reviewers already takes part in this round. Please reload the page.',
    )
  }
  const assignment: AssignmentRow = {
    id: newId(),
    article_id: round.article_id,
    round_id: round.id,
    reviewer_id: reviewerId,
    state: 'standby',
    label: await labelFor(tx, round.article_id, reviewerId),
    rank,
    source,
    email,
    message,
    reply_days: replyDays,
    report_days: reportDays,
    invited_at: null,
    reply_due_on: null,
    replied_at: null,
    due_on: null,
    first_due_on: null,
    decline_reason: null,
    decline_text: null,
    conflict_answer: null,
    conflict_text: null,
    submitted_at: null,
    closed_at: null,
    close_reason: null,
    closed_by_decision: null,
    clarify_text: null,
    replaces_assignment: null,
    publication: null,
    created_at: at,
  }
  await tx.insertInto('review_assignments').values(assignment).execute()
  return assignment
}

/** Sends the invitation of an assignment on standby, or once more to someone who has declined. */
async function inviteNow(
  tx: Tx,
  { assignment, round }: InRound,
  by: 'editor' | 'system',
  at: string,
  replaced?: string,
): Promise<AssignmentRow> {
  const again = assignment.state === 'declined'
  const invited = await move(tx, { assignment, round }, by, again ? 'inviteAgain' : 'invite', {
    invited_at: at,
    publication: publicationPolicy(),
    reply_due_on: addDays(dayOf(at), assignment.reply_days),
    ...{ replied_at: null, closed_at: null, close_reason: null },
    // A reviewer who had agreed before is asked again; conflicts of interest are kept beside the case.
    ...{ due_on: null, first_due_on: null, conflict_answer: null, conflict_text: null },
    ...(replaced === undefined ? {} : { replaces_assignment: replaced }),
  })
  await noteRecusedEditors(tx, invited.article_id)
  await notifyReviewer(tx, round.number > 1 ? 'reviewer-second-round' : 'reviewer-invitation', invited)
  return invited
}

/**
 * Invites the first of the standby list, in the transaction in which another has declined or lapsed. One who has been
 * replaced is not replaced again: they may agree after all, and decline once more. Returns who was invited, if anybody.
 */
export async function inviteStandby(
  tx: Tx,
  { assignment, round }: InRound,
  at: string,
): Promise<AssignmentRow | undefined> {
  const replaced = assignment.id
  const earlier = await tx
    .selectFrom('review_assignments')
    .select('id')
    .where('replaces_assignment', '=', replaced)
    .executeTakeFirst()
  // An editor invites them once the authors have answered.
  if (earlier || refusalByAuthors('invite', await answersToList(tx, round.article_id))) return undefined
  const [next] = await loadAssignments(tx, round.id, 'standby')
  return next && inviteNow(tx, { assignment: next, round }, 'system', at, replaced)
}

/** An editor invites someone from the standby list now, or asks someone who has declined once more. */
export async function inviteAssigned(tx: Tx, editor: Caller, locked: LockedAssignment): Promise<AssignmentRow> {
  await requireAuthors(tx, locked.assignment.article_id, 'invite')
  if ((await openConflict(tx, ofReviewer(locked.assignment))) !== undefined) {
    throw new DomainError('conflict', CONFLICT_FIRST)
  }
  const invited = await inviteNow(tx, locked, 'editor', now())
  await writeAuditEntry(tx, editor.userId, 'article.invite-reviewers', locked.article.id, {
    after: { invited: [invited.id], standby: [] },
  })
  return invited
}

export const CONFLICT_FIRST =
  'This reviewer has declared a conflict of interest. Please waive it, with a reason, before you invite them.'

/**
 * An editor ends an assignment that has not brought a report: an invited or agreed reviewer gets an email. If their
 * conflict of interest was waiting for this decision, it is as if they had declined: the next on standby is invited.
 */
export async function cancelAssignment(tx: Tx, editor: Caller, locked: LockedAssignment): Promise<void> {
  const at = now()
  const conflict = conflictWaits(locked.assignment.state, locked.assignment.conflict_answer)
  await endAssignment(tx, locked, { by: 'editor', reason: 'editor', why: conflict ? 'conflict' : 'editor', at })
  if (conflict) await inviteStandby(tx, locked, at)
  await writeAuditEntry(tx, editor.userId, 'article.cancel-review', locked.article.id, {
    after: { assignmentId: locked.assignment.id },
  })
}

/** Cancels an unfinished assignment. With a decision, the email waits until the decision cannot be undone. */
export async function endAssignment(
  tx: Tx,
  { assignment, round }: InRound,
  {
    by,
    reason,
    why = reason,
    at,
    decision,
  }: {
    by: 'editor' | 'system'
    reason: 'editor' | 'decision' | 'withdrawn' | 'erased'
    /** The reason that the reviewer is given. */
    why?: string
    at: string
    decision?: { id: string; notBefore: Date }
  },
): Promise<void> {
  const asked = assignment.state !== 'standby'
  const ended = await move(tx, { assignment, round }, by, 'cancel', {
    closed_at: at,
    close_reason: reason,
    closed_by_decision: decision?.id ?? null,
  })
  if (!asked || reason === 'erased') return
  await notifyReviewer(tx, 'reviewer-cancelled', ended, {
    step: why,
    ...(decision ? { decisionId: decision.id, notBefore: decision.notBefore } : {}),
  })
}
