import { z } from 'zod'
import { Reason } from './reasons.ts'
import { Id } from './field-schemas.ts'

/**
 * A tombstone: what remains of an article that was public and has been deleted, shown permanently at its
 * address.
 */
export const RemovedArticle = z.object({
  id: Id,
  title: z.string(),
  /** Author names, in the order of the paper. */
  authors: z.array(z.string()),
  doi: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
  /** Null if the editors gave no reason. */
  reason: z.string().nullable(),
})
export type RemovedArticle = z.infer<typeof RemovedArticle>

export const REMOVAL_REASON_REQUIRED = 'Please say why the article is deleted'
export const RemovalReason = Reason(REMOVAL_REASON_REQUIRED)
