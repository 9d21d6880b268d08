const LONG: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }

/**
 * A date in long form in the reader's time zone ('Created (local date)'). For pages that are rendered in the
 * browser only.
 */
export function LocalDate({ at }: { at: string }) {
  return (
    <time className="day" dateTime={at}>
      {new Date(at).toLocaleDateString('en-US', LONG)}
    </time>
  )
}

/** Date and time, 'March 3, 2026, 14:05 UTC': in UTC, to compare records with mail server logs. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{utcTime(at)}</time>
}

const utcTime = (iso: string): string => {
  const at = new Date(iso)
  const date = at.toLocaleDateString('en-US', { ...LONG, timeZone: 'UTC' })
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  return `${date}, ${time} UTC`
}
