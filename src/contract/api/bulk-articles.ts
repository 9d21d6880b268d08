import { z } from 'zod'
import { ARTICLE_STATUSES, MATCHES_MAX, SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { CASE_STAGES } from '../rules/peer-review/stages.ts'
import { counted } from '../rules/text/plain-text.ts'
import { endpoint } from './endpoint.ts'
import { absentWhenBlank, choice, Id, IdInPath, line, orNone, seenRevision } from './field-schemas.ts'

/** What can be done to many articles at once. They are approved, decided and deleted one by one. */
export const BULK_KINDS = ['category', 'volume', 'archive', 'unarchive'] as const
export type BulkArticles = (typeof BULK_KINDS)[number]

export const BULK_MANY = `More than ${counted(MATCHES_MAX, 'article')} match. Please narrow the search: that is the most that can be changed at once.`
export const BULK_NONE = 'None of these articles is here any more. Reload to see the list.'
export const bulkCounts = (now: number): string =>
  `${counted(now, 'article')} ${now === 1 ? 'matches' : 'match'} now. Nothing more has been changed: reload to see which.`
export const BULK_TARGET = { category: 'Please choose a category', volume: 'Please choose a volume' } as const
export const BULK_HELD = 'It is held for an issue. Take it out of the issue first.'
export const BULK_CHANGED = 'It was changed since.'
export const BULK_STOPPED = 'Then something went wrong. Please choose the others again.'
export const BULK_UNDONE = 'This has been undone already.'
export const BULK_OTHER = 'Another editor has changed these articles. Only they can undo it.'
export const BULK_OVER = 'This can no longer be undone: ten minutes have passed.'

/** Articles that were left as they are: so many are named. */
export const BULK_NAMED = 20
const Left = z.object({ title: z.string(), reason: z.string() })

/** So many changes are offered to be undone. */
export const BULK_UNDOABLE = 10

/** A change of many articles. */
export const BulkChange = z.object({
  id: Id,
  message: z.string(),
  until: z.iso.datetime().describe('Until when it can be undone.'),
})
export type BulkChange = z.infer<typeof BulkChange>

export const BulkOutcome = z.object({
  message: z.string(),
  change: BulkChange.nullable().describe('Null if nothing was changed.'),
  left: z.array(Left).describe(`Articles that stay as they are, and why; at most ${BULK_NAMED}.`),
  more: z.int().describe('How many more of them there are.'),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

const Matching = z.strictObject({
  status: choice(ARTICLE_STATUSES),
  stage: choice(CASE_STAGES),
  categoryId: absentWhenBlank(Id.optional()),
  q: absentWhenBlank(line(SEARCH_MAX).optional()),
  /** How many the editor has seen. */
  seen: seenRevision(),
})

/** Changes of many articles at once, each with what the same change of one brings. */
export const bulk = {
  undoable: endpoint('GET /posts/bulk', {
    access: 'administrators',
    summary: 'What the caller has changed of many articles in the last ten minutes, newest first',
    output: z.array(BulkChange),
  }),
  change: endpoint('POST /posts/bulk', {
    access: 'administrators',
    text: 'report',
    hourly: 'bulk changes',
    summary: 'Moves articles to a category or a volume, or archives them: those that are named, or all that match',
    input: z.strictObject({
      kind: z.enum(BULK_KINDS),
      /** The category or volume; without one articles are taken out of their volumes. */
      targetId: orNone(Id.nullable()),
      ids: z.array(Id).min(1, 'Please choose articles').max(MATCHES_MAX, BULK_MANY).optional(),
      /** All that match at this moment, in place of `ids`. */
      matching: Matching.optional(),
    }),
    output: BulkOutcome,
  }),
  undo: endpoint('POST /posts/bulk/{id}/undo', {
    access: 'administrators',
    hourly: 'bulk changes',
    summary: 'Takes back a change of the last ten minutes; articles that were changed since stay as they are',
    input: z.strictObject({ id: IdInPath }),
    output: BulkOutcome,
  }),
}
export type BulkForm = z.output<(typeof bulk.change)['input']>
