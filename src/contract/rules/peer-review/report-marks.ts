import type { AssignmentFacts } from './case-facts.ts'
import { daysBetween } from './days.ts'

/** What a mark of a report says; each has a shape of its own. */
export const REPORT_MARKS = ['in', 'late', 'agreed', 'invited', 'standby', 'declined'] as const
export type ReportMark = (typeof REPORT_MARKS)[number]

export const REPORT_MARK_NAMES: Record<ReportMark, string> = {
  in: 'report in',
  late: 'report late',
  agreed: 'agreed',
  invited: 'invited, no answer yet',
  standby: 'standby',
  declined: 'declined',
}

/** True if a report is later than its due date by at least so many days. */
export const isLateBy = ({ state, dueOn, clarifying }: AssignmentFacts, days: number, now: Date): boolean =>
  state === 'agreed' && !clarifying && dueOn !== null && daysBetween(dueOn, now) >= days

/**
 * One mark for each assignment that matters. Those that ended without a report count only while nobody has taken
 * their place, so that a row has no more of them than it lacks reports.
 */
export function reportMarks(assignments: readonly AssignmentFacts[], required: number, now: Date): ReportMark[] {
  const marks = assignments.map((assignment): ReportMark | null => {
    if (assignment.state === 'submitted') return 'in'
    if (assignment.state === 'agreed') return isLateBy(assignment, 1, now) ? 'late' : 'agreed'
    if (assignment.state === 'invited' || assignment.state === 'standby') return assignment.state
    return assignment.state === 'cancelled' ? null : 'declined'
  })
  const taken = marks.filter((mark) => mark !== null && mark !== 'declined' && mark !== 'standby').length
  let gaps = Math.max(0, required - taken)
  return REPORT_MARKS.flatMap((kind) =>
    marks.filter((mark) => mark === kind && (mark !== 'declined' || gaps-- > 0)).map(() => kind),
  )
}
