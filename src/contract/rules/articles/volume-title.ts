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
