import { z } from 'zod'
import { Reason } from './reasons.ts'
import { Id } from './field-schemas.ts'

/** What stays of an article that was public and has been deleted: its address says so for good. */
export const RemovedArticle = z.object({
  id: Id,
  title: z.string(),
  /** Their names, in the order of the paper. */
  authors: z.array(z.string()),
  doi: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
  /** Null: the editors gave none. */
  reason: z.string().nullable(),
})
export type RemovedArticle = z.infer<typeof RemovedArticle>

export const REMOVAL_REASON_REQUIRED = 'Please say why the article is deleted'
export const RemovalReason = Reason(REMOVAL_REASON_REQUIRED)
