import { z } from 'zod'

/** Page sizes of specification section 9. */
export const PAGE_SIZE = {
  published: 6,
  homeLatest: 4,
  myArticles: 9,
  admin: 10,
  category: 10,
  volume: 10,
} as const

export const MAX_LIMIT = 100
const MAX_PAGE = 1_000_000

/** `page` and `limit` of a list; `limit` is capped, not refused (decisions, 'Answers of the API'). */
export const paging = (defaultLimit: number) => ({
  page: z.coerce.number('page must be a number').int().min(1, 'page starts at 1').max(MAX_PAGE).default(1),
  limit: z.coerce
    .number('limit must be a number')
    .int()
    .min(1, 'limit must be at least 1')
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(defaultLimit),
})

export const PageMeta = z.object({
  page: z.number().int(),
  totalPages: z.number().int(),
  totalItems: z.number().int(),
})

/** The paged answer of section 3: `data` and `meta`. */
export const paged = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: PageMeta })

export interface Paged<T> {
  data: T[]
  meta: z.infer<typeof PageMeta>
}

/** Page counts for `totalItems` in pages of `limit`. An empty list has no pages. */
export const pageMeta = (page: number, limit: number, totalItems: number): z.infer<typeof PageMeta> => ({
  page,
  totalPages: Math.ceil(totalItems / limit),
  totalItems,
})

/** The page an address asks for: `?page=` as a positive whole number, else 1. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1
}
