import { MINUTE_MS } from '../../contract/rules/text/dates.ts'

/** Delays in minutes until a failed attempt is repeated, by number of attempts; the last one is used from then on. */
export const WAITS = [1, 5, 15, 60, 3 * 60, 6 * 60] as const

/** How long the first, second, … repetition is waited for. */
export const waitMs = (attempt: number): number => WAITS[Math.min(attempt, WAITS.length) - 1]! * MINUTE_MS

export const LONGEST_WAIT_MS = waitMs(WAITS.length)

export const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString()

/** The clocks of servers differ by less. A time that is further ahead than it can be was written with a clock that was wrong. */
export const AHEAD_MS = 10 * MINUTE_MS

/** A time that nobody who waits so long at most can have written with a clock like this one. */
export const tooFarAhead = (at: Date, longestMs: number): string => later(at, longestMs + AHEAD_MS)
