/** 'Volume 12', 'Vol. 12 (2024)', 'Volume 3, Issue 2': the number, and the rest. */
const NUMBERED = /^vol(?:ume|\.)?\s*(\d{1,6})\b(.*)$/is
/** '2024', '2024–2025', '2024/25' */
const YEARS = /\b((?:1[89]|20)\d\d)(?:\s*[-–/]\s*((?:\d\d)?\d\d))?\b/
const PUNCTUATION = /[\s,()]/g

export interface Years {
  first: number
  last: number
}

/** The number used in citations: 'Vol. 12 (2024)' becomes volume 12. Other titles are used in full. */
export function citedVolume(title: string): string {
  const [, number, rest = ''] = NUMBERED.exec(title.trim()) ?? []
  return number !== undefined && rest.replace(YEARS, '').replace(PUNCTUATION, '') === '' ? number : title.trim()
}

/** The years in a volume's title, or null if it has none. */
export function yearsInTitle(title: string): Years | null {
  const [, first, last] = YEARS.exec(NUMBERED.exec(title.trim())?.[2] ?? title) ?? []
  if (first === undefined) return null
  const end = last === undefined ? first : first.slice(0, first.length - last.length) + last
  return { first: Number(first), last: Math.max(Number(first), Number(end)) }
}

export interface DatedVolume {
  id: string
  title: string
  created_at: string
  /** The years of its articles, if any. */
  lastYear?: number | null
}

const BY_TITLE = new Intl.Collator('en', { numeric: true })

/**
 * The order of volumes in every list: highest number first, so that the newest comes first whenever it was
 * entered; then those without a number by year, the most recently created first among equals.
 */
export function inVolumeOrder(a: DatedVolume, b: DatedVolume): number {
  const [one, other] = [numberOf(a.title), numberOf(b.title)]
  if (one !== null && other !== null) return other - one || BY_TITLE.compare(b.title, a.title)
  if (one !== null || other !== null) return one !== null ? -1 : 1
  return yearOf(b) - yearOf(a) || descending(a.created_at, b.created_at) || descending(a.id, b.id)
}

function numberOf(title: string): number | null {
  const number = NUMBERED.exec(title.trim())?.[1]
  return number === undefined ? null : Number(number)
}

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)

const yearOf = ({ title, lastYear }: DatedVolume): number => yearsInTitle(title)?.last ?? lastYear ?? 0

/** '2024' or '2024–2025'. */
export const printedYears = ({ first, last }: Years): string => (first === last ? `${first}` : `${first}–${last}`)

export const ISSUE_MAX = 50

/** An issue without the word before its number, which is added in print: 'No. 3' becomes '3'. */
export const issueNumber = (issue: string): string =>
  issue.trim().replace(/^(?:issue|iss|number|no|nr)(?:\.\s*|\s+|(?=\d))(?=\S)/i, '')

/** 'Issue 3' and 'Issue 7–8'; issues with a name of their own keep it: 'Suppl 1'. */
export const printedIssue = (issue: string): string =>
  /\p{L}{3}/u.test(issue) ? issue : `Issue ${printedPages(issue)}`

/** 'Volume 12, Issue 3', omitting unknown parts. */
export const printedVolume = (volume: string | null | undefined, issue: string | null): string =>
  [volume, issue && printedIssue(issue)].filter(Boolean).join(', ')

export const PAGE_RANGE_MAX = 50

/** Shown under the field, in the toast and by the server. */
export const PAGE_RANGE_HINT = 'Invalid format. Use: 1-5 or 1-5,7-10'
export const PAGE_RANGE_INVALID = 'Invalid page range format. Use format like: 1-5 or 1-5,7-10'

/** Characters that the field accepts: digits, hyphens, commas and spaces; others are stripped. */
export const pageRangeTyped = (typed: string): string => typed.replace(/[^\d,\s-]/g, '').slice(0, PAGE_RANGE_MAX)

const PAGE_RANGE = /^\d+(-\d+)?(,\s?\d+(-\d+)?)*$/

/** True for '12', '1-5' or '1-5,7-10'. */
export const isPageRange = (range: string): boolean => range.length <= PAGE_RANGE_MAX && PAGE_RANGE.test(range)

/** First and last page of a range, for citations: '1-5,7-10' spans 1 to 10. */
export function pageSpan(range: string | null | undefined): { first: string; last: string } | undefined {
  const numbers = range?.match(/\d+/g)
  return numbers?.length ? { first: numbers[0], last: numbers[numbers.length - 1]! } : undefined
}

/** A range as it is printed, with en dashes. */
export const printedPages = (range: string): string => range.replace(/(\d)-(\d)/g, '$1–$2').replace(/,\s*/g, ', ')
