import { longDate } from '../../../../contract/rules/text/dates.ts'

/** The days of a term in words. */
export function daysInWords({ from, until }: { from: string | null; until: string | null }): string {
  if (from !== null && until !== null) return `From ${longDate(from)} until ${longDate(until)}`
  if (from !== null) return `From ${longDate(from)}`
  return until === null ? 'Without an end' : `Until ${longDate(until)}`
}
