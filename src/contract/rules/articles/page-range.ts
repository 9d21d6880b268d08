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
