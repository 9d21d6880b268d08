import { DAY_MS } from '../text/dates.ts'

/** Days are counted as dates in UTC, 'YYYY-MM-DD'. */

export const dayOf = (at: string | Date): string => (typeof at === 'string' ? at : at.toISOString()).slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(dayOf(day)) + days * DAY_MS))

/** Whole days from one date to another; negative if it is earlier. */
export const daysBetween = (from: string | Date, to: string | Date): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS)
