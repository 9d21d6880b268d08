import { journal } from '../../../../journal.config.ts'

/**
 * The days of peer review, beside those that `journal.config.ts` promises: what is overdue, and when the journal
 * reminds people. Days are counted from the event; negative ones are before a due date.
 */

/** A new manuscript should be screened in this time; its editors are reminded on these days. */
export const SCREENING_DAYS = 5
export const SCREENING_REMINDERS = [5, 8] as const

/** After an invitation that has not been answered. It ends on the last of these days. */
export const INVITATION_REMINDERS = [3, 5] as const
export const INVITATION_LAPSES_AFTER = 9

/** From the day on which a report is due. */
export const REPORT_REMINDERS = [-5, 0, 3, 7] as const
/** From this day on a late report is the editor's concern too. */
export const REPORT_LATE_FOR_EDITOR = 3

/** After the last awaited report. */
export const DECISION_DAYS = 5
export const DECISION_REMINDERS = [3, 5] as const

/** From the day on which a revision is due. */
export const REVISION_REMINDERS = [-7, 0, 7] as const

/** After a proof was sent; `journal.limits.galleyDays` is the time for it. */
export const PROOF_REMINDERS = [2, 3] as const

/** After an appeal or a complaint arrived. */
export const GRIEVANCE_DAYS = 7 * journal.limits.complaintWeeks
export const GRIEVANCE_REMINDERS = [21, 27] as const

/** So many days before the promised decision, the promise is called soon to end. */
export const PROMISE_SOON_DAYS = 7
/** In so many days an editor should do what is next once the first decision has been made. */
export const ATTENTION_DAYS = 14
/** How long a closed case stays on the list of today. */
export const CLOSED_SHOWN_DAYS = 7
