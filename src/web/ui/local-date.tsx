import { longDate } from '../../contract/rules/text/dates.ts'

const LOCAL_DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
const UTC_TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/**
 * A date in long form in the reader's time zone ('Created (local date)'). For pages that are rendered in the
 * browser only.
 */
export function LocalDate({ at }: { at: string }) {
  return (
    <time className="day" dateTime={at}>
      {LOCAL_DAY.format(new Date(at))}
    </time>
  )
}

/** Date and time, 'March 3, 2026, 14:05 UTC': in UTC, to compare records with mail server logs. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{utcTime(at)}</time>
}

const utcTime = (iso: string): string => `${longDate(iso)}, ${UTC_TIME.format(new Date(iso))} UTC`
