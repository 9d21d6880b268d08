import { longDate } from '../text/dates.ts'
import { addDays } from './days.ts'

/** In how many days an editor may ask reviewers to answer an invitation. */
export const REPLY_DAYS = { min: 3, max: 14 } as const
/** In how many days from agreeing an editor may ask for a report, and a reviewer promise it. */
export const REPORT_DAYS = { min: 7, max: 21 } as const

/** As many days as are wished, as far as they may be chosen: the journal may have promised others before there were limits. */
export const daysWithin = (wished: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(wished, min), max)

/** How many days later than the first date a reviewer may move it, once. */
export const MORE_DAYS = 14

export interface Days {
  readonly earliest: string
  readonly latest: string
}

/** The days from which someone who agrees today chooses. */
export const reportDaysFrom = (today: string): Days => ({
  earliest: addDays(today, REPORT_DAYS.min),
  latest: addDays(today, REPORT_DAYS.max),
})

/** The day that is proposed: the editor's wish, as far as it is one of these days. */
export function proposedDay(today: string, reportDays: number): string {
  return addDays(today, daysWithin(reportDays, REPORT_DAYS))
}

/** The days to which a reviewer may move the date; null once it has been moved, or if no later day is left. */
export function laterDays(today: string, dueOn: string, firstDueOn: string | null): Days | null {
  if (firstDueOn !== null) return null
  const latest = addDays(dueOn, MORE_DAYS)
  const dayAfter = addDays(dueOn, 1)
  const earliest = dayAfter < today ? today : dayAfter
  return earliest <= latest ? { earliest, latest } : null
}

/** What is wrong with a day; null if it is one of these. */
export const dayProblem = (day: string, { earliest, latest }: Days): string | null =>
  day >= earliest && day <= latest ? null : `Please choose a date between ${longDate(earliest)} and ${longDate(latest)}`
