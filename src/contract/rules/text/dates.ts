/** Made once: making a formatter takes a hundred times as long as using it. */
const LONG_DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** A date in long form, 'March 3, 2026', independent of the time zone. Empty for an invalid date. */
export function longDate(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : undefined
  return !date || Number.isNaN(date.getTime()) ? '' : LONG_DATE.format(date)
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const HOUR_SECONDS = 60 * 60
