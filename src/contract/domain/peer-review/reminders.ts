import type { AssignmentFacts } from './case-facts.ts'
import { addDays, dayOf } from './days.ts'
import { dayOrToday } from './in-words.ts'
import { INVITATION_LAPSES_AFTER, INVITATION_REMINDERS, REPORT_REMINDERS } from './time-limits.ts'

/** The first of some days after an event that is today or later. */
export function nextStep(from: string, days: readonly number[], now: Date): string | null {
  const today = dayOf(now)
  return days.map((each) => addDays(from, each)).find((day) => day >= today) ?? null
}

/** What the journal does next in words, 'Reminder June 19'; null if nothing more is due. */
export const reminderInWords = (day: string | null, now: Date): string | null =>
  day === null ? null : `Reminder ${dayOrToday(day, now)}`

/** What happens next without the editor while answers and reports are awaited. */
export function nextForReviewers(assignments: readonly AssignmentFacts[], now: Date): string | null {
  const hasStandby = assignments.some(({ state }) => state === 'standby')
  const steps = assignments.flatMap(({ state, invitedAt, replyDueOn, dueOn }): [day: string, words: string][] => {
    if (state === 'invited' && invitedAt !== null) {
      const reminder = nextStep(invitedAt, INVITATION_REMINDERS, now)
      if (reminder !== null) return [[reminder, `Reminder ${dayOrToday(reminder, now)}`]]
      const end = lapsesOn(invitedAt, replyDueOn)
      return [[end, `${hasStandby ? 'Standby invited' : 'Invitation ends'} ${dayOrToday(end, now)}`]]
    }
    const reminder = state === 'agreed' && dueOn !== null ? nextStep(dueOn, REPORT_REMINDERS, now) : null
    return reminder === null ? [] : [[reminder, `Reminder ${dayOrToday(reminder, now)}`]]
  })
  return steps.toSorted(([one], [other]) => (one < other ? -1 : 1))[0]?.[1] ?? null
}

/** The day on which an invitation ends without an answer: never before the day by which one was asked for. */
function lapsesOn(invitedAt: string, replyDueOn: string | null): string {
  const usual = addDays(invitedAt, INVITATION_LAPSES_AFTER)
  const asked = replyDueOn === null ? usual : addDays(replyDueOn, 1)
  return asked > usual ? asked : usual
}
