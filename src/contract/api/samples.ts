import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Removed = z.int().nonnegative()

export const samples = {
  remove: endpoint('DELETE /samples', {
    access: 'administrators',
    summary: 'Remove everything that was invented to try things on, for good',
    input: z.strictObject({}),
    output: z.object({
      articles: Removed,
      manuscripts: Removed,
      reviewers: Removed,
      volumes: Removed,
      categories: Removed,
      board: z.boolean(),
    }),
  }),
}
