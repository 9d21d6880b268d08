import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { conflictWaits, refusalToRemind, ROUND_CLOSED } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { ADDRESSES_MAX } from '../../../contract/api/reviewers.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { move, assignmentIn, type LockedAssignment } from '../cases/assignments.ts'
import { revokeLinks } from '../cases/links.ts'
import { loadCase } from '../cases/load-cases.ts'
import { notifyReviewer, timeAfter } from '../cases/notify.ts'
import { ANOTHER_DATE, remindByEditor, remindersOf } from '../cases/reminders.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { DomainError, invalid, refuse } from '../../../platform/errors.ts'
import { dropWaiting, readdressWaiting } from '../../../platform/email/withdraw.ts'
import { newId, now } from '../../../platform/ids.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { updateReviewer } from '../reviewers/commands.ts'
import { noteRecusals } from '../recusal.ts'
import { refuseWhileRecused } from '../reviewers/hidden.ts'
import { findReviewer } from '../reviewers/queries.ts'
import { loadSuggestions } from '../reviewers/suggestions.ts'
import { cautionsAbout } from '../invite/cautions.ts'
import { lockCaseForEditor } from '../cases/relation.ts'

export const NO_LONGER_ASKED = 'This reviewer is no longer asked for a report. Please reload the page.'
export const NOT_INVITED = 'This reviewer has not been invited yet.'
export const NOT_WRITING = 'Only a reviewer who has agreed can get another date.'
export const EARLIER_THAN_TODAY = 'Please choose today or a later date'
export const LONGEST_EXTENSION_DAYS = 90
const CLARIFY_DAYS = 7

const INVITATIONS = ['reviewer-invitation', 'reviewer-second-round', 'reviewer-reminder'] as const

const change = (tx: Tx, id: string, values: Partial<AssignmentRow>) =>
  tx.updateTable('review_assignments').set(values).where('id', '=', id).execute()

/**
 * Sends an invitation to another address, which becomes the reviewer's preferred one. Links to the old address end,
 * emails that wait follow, and an invitation that was not answered begins again.
 */
export async function readdress(
  tx: Tx,
  caller: Caller,
  hashes: AddressHashes,
  { email, ...of }: OfAssignment & { email: string },
): Promise<void> {
  const { assignment, round, theCase } = await lockAssignmentForEditor(tx, caller, of)
  // It changes the list of all reviewers, and would tell whose the address is.
  await refuseWhileRecused(tx, caller)
  if (assignment.email.toLowerCase() === email) return
  if (round.closed_at !== null) throw new DomainError('conflict', ROUND_CLOSED)
  if (!['standby', 'invited', 'agreed', 'lapsed'].includes(assignment.state)) {
    throw new DomainError('conflict', NO_LONGER_ASKED)
  }
  const reviewer = await findReviewer(tx, assignment.reviewer_id)
  const addresses = [email, ...reviewer.emails.map((one) => one.email.toLowerCase()).filter((one) => one !== email)]
  const nobody = { fullName: '', affiliation: '', orcid: null, userId: null, awayUntil: null, doNotAskAt: null }
  const suggestions = await loadSuggestions(tx, [of.id])
  const owner = { ...nobody, reviewerId: reviewer.id, emails: [email] }
  const [cautions] = await cautionsAbout(tx, of.id, [owner], {
    ...{ suggestions, hashes, callerId: caller.userId },
    isSample: theCase.is_sample === 1,
  })
  if (cautions!.whyNot !== null) throw invalid('email', cautions!.whyNot)
  await updateReviewer(
    tx,
    { vouchedBy: caller.userId, actorId: caller.userId, hashes },
    { ...reviewer, emails: addresses.slice(0, ADDRESSES_MAX) },
  )
  await revokeLinks(tx, assignment.id)
  await dropWaiting(tx, { assignmentId: assignment.id, kinds: INVITATIONS })
  await readdressWaiting(tx, assignment.id, { from: assignment.email, to: email })
  const at = now()
  // Who has declared a conflict of interest has answered, and waits for the editor.
  const waits = conflictWaits(assignment.state, assignment.conflict_answer)
  const again =
    (assignment.state === 'invited' && !waits) || assignment.state === 'lapsed'
      ? { invited_at: at, reply_due_on: addDays(dayOf(at), assignment.reply_days) }
      : {}
  // The reader of the old address has seen the invitation.
  await noteRecusals(tx, { articleId: of.id })
  await change(tx, assignment.id, { email, ...again })
  await noteRecusals(tx, { articleId: of.id })
  await writeChange(tx, caller, of)
  const moved = { ...assignment, email }
  if (assignment.state === 'agreed' || waits) await notifyReviewer(tx, 'reviewer-link', moved)
  else if (assignment.state !== 'standby') {
    await notifyReviewer(tx, round.number > 1 ? 'reviewer-second-round' : 'reviewer-invitation', moved)
  }
}

const writeChange = (tx: Tx, caller: Caller, { id, assignmentId }: OfAssignment, dueOn?: string) =>
  writeAuditEntry(tx, caller.userId, 'article.change-review', id, {
    after: { assignmentId, ...(dueOn === undefined ? {} : { dueOn }) },
  })

/** Sends a new link to the invited address; one that waits already is enough. Forwarded links end. */
export async function resendLink(
  tx: Tx,
  caller: Caller,
  { forwarded, ...of }: OfAssignment & { forwarded: boolean },
): Promise<void> {
  const { assignment } = await lockAssignmentForEditor(tx, caller, of)
  if (assignment.state === 'standby' || assignment.close_reason === 'erased') {
    throw new DomainError('conflict', assignment.state === 'standby' ? NOT_INVITED : NO_LONGER_ASKED)
  }
  if (forwarded) {
    await revokeLinks(tx, assignment.id)
    await writeAuditEntry(tx, caller.userId, 'article.end-links', of.id, { after: { assignmentId: of.assignmentId } })
  }
  await dropWaiting(tx, { assignmentId: assignment.id, kinds: ['reviewer-link'] })
  await notifyReviewer(tx, 'reviewer-link', assignment)
}

/** Gives a reviewer another date, which is sent to them by email. */
export async function extend(
  tx: Tx,
  caller: Caller,
  { dueOn, ...of }: OfAssignment & { dueOn: string },
): Promise<void> {
  const { assignment, round } = await lockAssignmentForEditor(tx, caller, of)
  if (round.closed_at !== null) throw new DomainError('conflict', ROUND_CLOSED)
  if (assignment.state !== 'agreed') throw new DomainError('conflict', NOT_WRITING)
  const today = dayOf(now())
  const last = addDays(today, LONGEST_EXTENSION_DAYS)
  if (dueOn < today) throw invalid('dueOn', EARLIER_THAN_TODAY)
  if (dueOn > last) throw invalid('dueOn', `Please choose a date no later than ${longDate(last)}`)
  if (assignment.due_on === dueOn) return
  await change(tx, assignment.id, { due_on: dueOn })
  await writeChange(tx, caller, of, dueOn)
  // The reminders that wait speak of the old date.
  await dropWaiting(tx, { assignmentId: assignment.id, kinds: ['reviewer-report-due'] })
  await notifyReviewer(tx, 'reviewer-report-due', assignment, { step: ANOTHER_DATE })
}

/** Writes to a reviewer, who answers by email. The last message sent again is the same message. */
export async function writeToReviewer(
  tx: Tx,
  caller: Caller,
  { text, ...of }: OfAssignment & { text: string },
): Promise<void> {
  const { assignment } = await lockAssignmentForEditor(tx, caller, of)
  if (assignment.state === 'standby') throw new DomainError('conflict', NOT_INVITED)
  if (assignment.email === '') throw new DomainError('conflict', NO_LONGER_ASKED)
  const last = await tx
    .selectFrom('reviewer_messages')
    .select(['text', 'at'])
    .where('assignment_id', '=', assignment.id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.text === text) return
  const messageId = newId()
  await tx
    .insertInto('reviewer_messages')
    .values({
      ...{ id: messageId, assignment_id: assignment.id, user_id: caller.userId, text },
      at: timeAfter(last?.at),
    })
    .execute()
  await writeAuditEntry(tx, caller.userId, 'article.write-to-reviewer', of.id, {
    after: { assignmentId: of.assignmentId },
  })
  await notifyReviewer(tx, 'reviewer-message', assignment, { messageId })
}

/** Reminds a reviewer of the invitation or the report. */
export async function remindReviewer(tx: Tx, caller: Caller, of: OfAssignment): Promise<void> {
  const { assignment } = await lockAssignmentForEditor(tx, caller, of)
  const { id, state } = assignment
  const open = (await loadCase(tx, of.id))?.facts.round?.assignments.find((one) => one.id === id)
  const standing = {
    ...{ state, roundOpen: open !== undefined },
    conflictWaits: open?.conflictWaits ?? false,
    isUndeliverable: open?.isUndeliverable ?? false,
    remindedAt: (await remindersOf(tx, [id])).get(id) ?? null,
  }
  refuse(refusalToRemind(standing, dayOf(now())))
  await remindByEditor(tx, assignment)
  await writeAuditEntry(tx, caller.userId, 'article.remind-reviewer', of.id, {
    after: { assignmentId: of.assignmentId },
  })
}

/** Opens a report again for its reviewer, with what the editor asks. */
export async function clarify(tx: Tx, caller: Caller, { text, ...of }: OfAssignment & { text: string }): Promise<void> {
  const locked = await lockAssignmentForEditor(tx, caller, of)
  const asked = await move(tx, locked, 'editor', 'clarify', {
    clarify_text: text,
    due_on: addDays(dayOf(now()), CLARIFY_DAYS),
  })
  await writeAuditEntry(tx, caller.userId, 'article.clarify', of.id, { after: { assignmentId: of.assignmentId } })
  await notifyReviewer(tx, 'reviewer-clarify', asked)
}

export interface OfAssignment {
  id: string
  assignmentId: string
}

/** Locks an assignment of a case for one of its editors: who is none learns nothing of assignments. */
export async function lockAssignmentForEditor(
  tx: Tx,
  caller: Caller,
  { id, assignmentId }: OfAssignment,
): Promise<LockedAssignment> {
  return assignmentIn(tx, await lockCaseForEditor(tx, caller, id), assignmentId)
}
