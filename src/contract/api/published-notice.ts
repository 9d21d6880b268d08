import { z } from 'zod'
import { NOTICE_KINDS } from '../rules/articles/notices.ts'
import { Id } from './field-schemas.ts'

/** A published notice as lists and banners show it. */
export const PublishedNotice = z.object({
  id: Id.describe('Of the article that the notice is.'),
  kind: z.enum(NOTICE_KINDS),
  publishedAt: z.iso.datetime(),
  doi: z.string().nullable(),
  what: z.string().describe('In one sentence.'),
  about: z.array(z.object({ id: Id, title: z.string(), doi: z.string().nullable() })),
  closes: Id.nullable().describe('The notice of concern that it ends.'),
  closedBy: Id.nullable().describe('The notice that has ended this concern.'),
  reviewOn: z.iso.date().nullable().describe('By when a concern is to be settled.'),
  replacedBy: Id.nullable(),
  daysFromReport: z.int().nullable().describe('From the first report to the notice; null if there was none.'),
  version: z.int().nullable().describe('The version of the article that came with it.'),
})
export type PublishedNotice = z.infer<typeof PublishedNotice>
