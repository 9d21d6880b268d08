/** Made once: making a formatter takes a hundred times as long as using it. */
const LONG_DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** A date in long form, 'March 3, 2026', independent of the time zone. Empty for an invalid date. */
export function longDate(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : undefined
  return !date || Number.isNaN(date.getTime()) ? '' : LONG_DATE.format(date)
}
