import { counted } from '../text/counted.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/durations.ts'

/** A size in short: '840 MB', '2.4 GB'. */
export function printedSize(bytes: number): string {
  if (bytes < 999_500_000) return `${Math.round(bytes / 1_000_000)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** A span of time in its largest unit: 'less than a minute', '3 hours', '12 days'. */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  if (ms < 2 * HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), 'hour')
  return counted(Math.floor(ms / DAY_MS), 'day')
}

/** How long ago an event was, with the span of `span`. */
export const since = (at: string, now: string): string => span(Math.max(0, Date.parse(now) - Date.parse(at)))
