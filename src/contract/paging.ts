import { z } from 'zod'
import { MAX_LIMIT, MAX_PAGE } from './page-numbers.ts'

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
