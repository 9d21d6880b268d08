import { localDate, utcMoment } from '../../contract/rules/text/dates.ts'

/**
 * A date in long form in the reader's time zone ('Created (local date)'). For pages that are rendered in the
 * browser only.
 */
export function LocalDate({ at }: { at: string }) {
  return (
    <time className="day" dateTime={at}>
      {localDate(at)}
    </time>
  )
}

/** Date and time, 'March 3, 2026, 14:05 UTC': in UTC, to compare records with mail server logs. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{utcMoment(at)}</time>
}
