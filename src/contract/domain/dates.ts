/** A date in long form, 'March 3, 2026', independent of the time zone. Empty for an invalid date. */
export function longDate(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : undefined
  if (!date || Number.isNaN(date.getTime())) return ''
  return date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
}
