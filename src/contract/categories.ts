import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string(), createdAt: z.iso.datetime() })

/** A category as lists show it: `count` counts public articles only. */
export const CategoryWithCount = Category.extend({ count: z.number().int() })
export type CategoryWithCount = z.infer<typeof CategoryWithCount>

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    access: 'anyone',
    summary: 'All categories with their number of published articles, newest first',
    input: z.strictObject({}),
    output: z.array(CategoryWithCount),
  }),
}
