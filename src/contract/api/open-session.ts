import { z } from 'zod'
import { Id } from './field-schemas.ts'

/** A session as its owner and administrators see it. */
export const OpenSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the session that asks. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>
