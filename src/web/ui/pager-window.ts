/** The items of a pager: page numbers, and gaps where some are left out. */
export type PagerItem = number | 'gap'

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/**
 * Current Articles: every page when there are 5 or fewer; otherwise the
 * first four and the last on page 3 or earlier, the mirror near the end, and in the middle the
 * current page with its neighbours between the first and the last.
 */
export function ellipsisWindow(page: number, totalPages: number): PagerItem[] {
  if (totalPages <= 5) return range(1, totalPages)
  if (page <= 3) return [...range(1, 4), 'gap', totalPages]
  if (page >= totalPages - 2) return [1, 'gap', ...range(totalPages - 3, totalPages)]
  return [1, 'gap', page - 1, page, page + 1, 'gap', totalPages]
}

/**
 * A window of `size` page numbers centred on the current page as far as possible: 5 in the admin list, 7 on
 * category and volume pages.
 */
export function slidingWindow(page: number, totalPages: number, size: number): number[] {
  const shown = Math.min(size, totalPages)
  const first = Math.min(Math.max(1, page - Math.floor(size / 2)), totalPages - shown + 1)
  return range(first, first + shown - 1)
}
