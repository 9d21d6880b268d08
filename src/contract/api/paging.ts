import { z } from 'zod'
import { MAX_LIMIT, MAX_PAGE } from '../rules/site/page-numbers.ts'

const wholeNumber = (name: string) =>
  z.coerce.number(`${name} must be a number`).int(`${name} must be a whole number`).min(1, `${name} starts at 1`)

/** `page` and `limit` of a list. Values that are too large are capped, not refused. */
export const paging = (defaultLimit: number) => ({
  page: wholeNumber('page')
    .pipe(z.number().transform((page) => Math.min(page, MAX_PAGE)))
    .default(1),
  limit: wholeNumber('limit')
    .pipe(z.number().transform((limit) => Math.min(limit, MAX_LIMIT)))
    .default(defaultLimit),
})

export const PageMeta = z.object({
  page: z.number().int(),
  totalPages: z.number().int(),
  totalItems: z.number().int(),
})

/** A page of a list: `data` and `meta`. */
export const paged = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: PageMeta })
