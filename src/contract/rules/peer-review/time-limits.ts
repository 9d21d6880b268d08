import type { Journal } from '../../journal.ts'

/**
 * The days of peer review, beside those that the journal promises: what is overdue, and when the journal reminds people.
 * Days are counted from the event; negative ones are before a due date.
 */

/** The days on which the journal reminds people, by what they are asked for: of a manuscript, as they were when it was sent. */
export type ReminderDays = Journal['review']['reminders']

/** A new manuscript should be screened in this time. */
export const screeningDays = ({ screening }: ReminderDays): number => screening[0] ?? 0

/** Of the days on which reviewers are reminded, those on which editors are too: a late report is their concern from the first one on. */
export const reportOverdueDays = ({ report }: ReminderDays): readonly number[] => report.filter((day) => day > 0)
export const reportLateForEditor = (days: ReminderDays): number => reportOverdueDays(days)[0] ?? 1

/** After the last awaited report. */
export const decisionDays = ({ decision }: ReminderDays): number => decision.at(-1) ?? 0

/** So many days before the promised decision, the promise is called soon to end. */
export const PROMISE_SOON_DAYS = 7
/** In so many days an editor should do what is next once the first decision has been made. */
export const ATTENTION_DAYS = 14
/** How long a closed case stays on the list of today. */
export const CLOSED_SHOWN_DAYS = 7

/** How long what a reviewer has written without sending it is kept after the review has ended. */
export const DRAFT_DAYS_AFTER_CLOSING = 30
