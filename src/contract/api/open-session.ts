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

/** A session as its owner sees it. */
export const OwnSession = OpenSession.extend({
  /** Such as 'Firefox on Windows'; null if the program did not say, or for sessions from before it was noted. */
  device: z.string().nullable(),
})
export type OwnSession = z.infer<typeof OwnSession>
