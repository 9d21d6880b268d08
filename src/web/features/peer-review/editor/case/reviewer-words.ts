import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { conflictWaits } from '../../../../../contract/rules/peer-review/assignment-moves.ts'
import { daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { daysInWords, monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import type { ReportMark } from '../../../../../contract/rules/peer-review/report-marks.ts'
import { DECLINE_REASONS, type ReviewerSource } from '../../../../../contract/rules/peer-review/stages.ts'

export const SOURCES: Record<ReviewerSource, string> = {
  editor: '',
  author: 'Suggested by the authors',
  reviewer: 'Suggested by a reviewer',
  earlier: 'Earlier reviewer',
}

const isLate = ({ state, dueOn, clarifyText }: CaseAssignment, now: Date): boolean =>
  state === 'agreed' && clarifyText === null && dueOn !== null && daysBetween(dueOn, now) > 0

export function markOf(assignment: CaseAssignment, now: Date): ReportMark {
  const { state } = assignment
  if (state === 'submitted') return 'in'
  if (isLate(assignment, now)) return 'late'
  if (state === 'agreed' || state === 'invited' || state === 'standby') return state
  return 'declined'
}

interface StateInWords {
  state: string
  detail: string
  isBad: boolean
}

const CLOSED: Record<string, string> = {
  editor: 'You no longer asked for it',
  decision: 'Decided without it',
  withdrawn: 'Manuscript withdrawn',
  erased: 'Data erased',
}

/** Where a reviewer is, in words. */
export function stateInWords(assignment: CaseAssignment, now: Date): StateInWords {
  const { state, undeliverableAt, invitedAt, replyDueOn, dueOn, submittedAt, closedAt } = assignment
  const on = (at: string | null): string => (at === null ? '' : monthDay(at, now))
  if (undeliverableAt !== null && state === 'invited') {
    return { state: 'Not delivered', detail: 'The address was refused', isBad: true }
  }
  switch (state) {
    case 'standby':
      return { state: 'Standby', detail: 'Invited when another declines', isBad: false }
    case 'invited': {
      if (conflictWaits(state, assignment.conflictAnswer)) {
        return { state: 'Conflict of interest', detail: `Told ${on(assignment.repliedAt)}`, isBad: true }
      }
      const late = replyDueOn === null ? 0 : daysBetween(replyDueOn, now)
      const detail = `Invited ${on(invitedAt)}`
      return late > 0
        ? { state: `No answer, ${daysInWords(late)} late`, detail, isBad: true }
        : { state: replyDueOn ? `Answer due ${on(replyDueOn)}` : 'Invited', detail, isBad: false }
    }
    case 'agreed': {
      if (assignment.clarifyText !== null) {
        return { state: 'Asked to clarify', detail: dueOn ? `Due ${on(dueOn)}` : '', isBad: false }
      }
      const draft = assignment.draftSavedAt === null ? '' : `Draft saved ${on(assignment.draftSavedAt)}`
      return isLate(assignment, now)
        ? { state: `${daysInWords(daysBetween(dueOn!, now))} late`, detail: draft || `Due ${on(dueOn)}`, isBad: true }
        : { state: dueOn ? `Report due ${on(dueOn)}` : 'Agreed', detail: draft, isBad: false }
    }
    case 'submitted':
      return { state: assignment.report?.lateAt ? 'Late report' : 'Report in', detail: on(submittedAt), isBad: false }
    case 'declined': {
      const why =
        assignment.declineReason === null ? '' : `, ${DECLINE_REASONS[assignment.declineReason].toLowerCase()}`
      return { state: 'Declined', detail: `${on(assignment.repliedAt ?? closedAt)}${why}`, isBad: false }
    }
    case 'lapsed':
      return { state: 'No answer', detail: on(closedAt), isBad: false }
    case 'cancelled':
      return { state: 'Cancelled', detail: CLOSED[assignment.closeReason ?? ''] ?? on(closedAt), isBad: false }
  }
}
