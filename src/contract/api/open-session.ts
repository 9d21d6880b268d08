import { z } from 'zod'
import { Id } from './field-schemas.ts'

export const OpenSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the caller's own session. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>
