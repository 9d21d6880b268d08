import { journal } from '../../../../journal.config.ts'

/**
 * The days of peer review, beside those that `journal.config.ts` promises: what is overdue, and when the journal
 * reminds people. Days are counted from the event; negative ones are before a due date.
 */

const { reminders } = journal.review

/** A new manuscript should be screened in this time; its editors are reminded on these days. */
export const SCREENING_REMINDERS: readonly number[] = reminders.screening
export const SCREENING_DAYS: number = reminders.screening[0]

/** After an invitation that has not been answered. It ends on the last of these days. */
export const INVITATION_REMINDERS: readonly number[] = reminders.invitation
export const INVITATION_LAPSES_AFTER: number = reminders.lapse

/** After a reviewer has declared a conflict of interest, which an editor has not answered. */
export const CONFLICT_REMINDERS: readonly number[] = reminders.conflict

/** From the day on which a report is due. */
export const REPORT_REMINDERS: readonly number[] = reminders.report
/** Of these, the days on which editors are reminded too: a late report is their concern from the first one on. */
export const REPORT_OVERDUE_REMINDERS: readonly number[] = REPORT_REMINDERS.filter((day) => day > 0)
export const REPORT_LATE_FOR_EDITOR: number = REPORT_OVERDUE_REMINDERS[0] ?? 1

/** After the last awaited report. */
export const DECISION_REMINDERS: readonly number[] = reminders.decision
export const DECISION_DAYS: number = DECISION_REMINDERS.at(-1) ?? 0

/** From the day on which a revision is due. */
export const REVISION_REMINDERS: readonly number[] = reminders.revision

/** After a proof was sent; `journal.limits.proofDays` is the time for it. */
export const PROOF_REMINDERS: readonly number[] = reminders.proof

/** After an appeal or a complaint arrived. */
export const GRIEVANCE_REMINDERS: readonly number[] = reminders.appeal

/** So many days before the promised decision, the promise is called soon to end. */
export const PROMISE_SOON_DAYS = 7
/** In so many days an editor should do what is next once the first decision has been made. */
export const ATTENTION_DAYS = 14
/** How long a closed case stays on the list of today. */
export const CLOSED_SHOWN_DAYS = 7

/** How long what a reviewer has written without sending it is kept after the review has ended. */
export const DRAFT_DAYS_AFTER_CLOSING = 30

/** The first decisions that figures need before they are published: fewer could tell of a single manuscript. */
export const FIGURES_FROM: number = journal.review.figuresFrom
