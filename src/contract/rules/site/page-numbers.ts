/** Page size of each list. */
export const PAGE_SIZE = {
  published: 6,
  homeLatest: 4,
  myArticles: 9,
  admin: 10,
  category: 10,
  volume: 10,
  author: 10,
  keyword: 10,
  news: 20,
  activity: 20,
  users: 20,
  reviewers: 20,
  deposits: 20,
  readiness: 20,
  invoices: 20,
  observed: 50,
  produced: 20,
} as const

export const MAX_LIMIT = 100
/** No list has that many pages; larger numbers are typing errors or probes. */
export const MAX_PAGE = 1_000_000

export interface PageMeta {
  page: number
  totalPages: number
  totalItems: number
}

/** A page of a list in an API answer. */
export interface Paged<T> {
  data: T[]
  meta: PageMeta
}

/** Page counts for `totalItems` in pages of `limit`. An empty list has no pages. */
export const pageMeta = (page: number, limit: number, totalItems: number): PageMeta => ({
  page,
  totalPages: Math.ceil(totalItems / limit),
  totalItems,
})

/** True for a page beyond the last one of a list. */
export function isBeyondLastPage(answer: unknown): boolean {
  const { page = 1, totalPages = 1 } = (answer as Partial<Paged<unknown>> | null)?.meta ?? {}
  return page > Math.max(1, totalPages)
}

/** The page number in a URL: `?page=` if it is a positive integer, otherwise 1. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1
}
