type At = string | Date

/** Its formatter is made once, when it is first needed: making one takes a hundred times as long as using it. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): (at: At) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => (made ??= new Intl.DateTimeFormat(locale, options)).format(new Date(at))
}

// Days and months are those of UTC, as in emails: the same for everybody, wherever a page is rendered.
const UTC = { timeZone: 'UTC' } as const
const utcDate = formatOf('en-US', { year: 'numeric', month: 'long', day: 'numeric', ...UTC })
const utcTime = formatOf('en-GB', { hour: '2-digit', minute: '2-digit', ...UTC })

/** A date in long form, 'March 3, 2026', independent of the time zone. Empty for an invalid date. */
export function longDate(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : undefined
  return !date || Number.isNaN(date.getTime()) ? '' : utcDate(date)
}

/** 'March 2026' */
export const monthAndYear = formatOf('en-US', { year: 'numeric', month: 'long', ...UTC })
/** 'March 3' */
export const monthAndDay = formatOf('en-US', { month: 'long', day: 'numeric', ...UTC })
/** 'Mar 3' */
export const shortDay = formatOf('en-US', { month: 'short', day: 'numeric', ...UTC })
/** 'Tuesday, March 3, 2026' */
export const fullDay = formatOf('en-US', { dateStyle: 'full', ...UTC })
/** 'March 3, 2026, 14:05 UTC', to compare records with the logs of other servers. */
export const utcMoment = (at: string): string => `${longDate(at)}, ${utcTime(at)} UTC`

// In the time zone of the reader: for what is rendered in the browser only.

/** 'March 3, 2026' */
export const localDate = formatOf('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
/** '14:05' */
export const clockTime = formatOf('en-GB', { hour: '2-digit', minute: '2-digit' })
/** '3 Mar 2026, 14:05' */
export const localMoment = formatOf('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

let number: Intl.NumberFormat | undefined

/** '12,345' */
export const inDigits = (count: number): string => (number ??= new Intl.NumberFormat('en-US')).format(count)

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const HOUR_SECONDS = 60 * 60
