import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const backups = {
  state: endpoint({
    method: 'GET',
    path: '/backups/state',
    access: 'administrators',
    summary: 'The newest copy of the journal that was tested, and whether the last attempt failed',
    input: z.strictObject({}),
    output: z.object({
      everyHours: z.int().nullable().describe('Null: the server makes no copies.'),
      newest: z
        .object({ startedAt: z.iso.datetime(), remark: z.string().nullable() })
        .nullable()
        .describe('What was written after it was begun is not in it.'),
      failed: z.object({ at: z.iso.datetime(), fault: z.string() }).nullable(),
      isRunning: z.boolean(),
    }),
  }),
}
