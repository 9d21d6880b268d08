import { z } from 'zod'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { ASKERS, VERDICTS } from '../rules/articles/indexing-checklist/rules.ts'
import { endpoint } from './endpoint.ts'
import { choice, Id, IdInPath, line, orNone } from './field-schemas.ts'
import { paged, paging } from './paging.ts'
import { ISSUE_MAX } from '../rules/articles/place-in-volume.ts'

/** A rule of an index, and whether it holds. */
export const ReadinessCheck = z.object({
  id: z.string(),
  asker: z.enum(ASKERS),
  verdict: z.enum(VERDICTS),
  isNeeded: z.boolean(),
  sentence: z.string(),
  place: z.object({ label: z.string(), href: z.string().nullable() }).nullable(),
})

/** A published article, and what does not hold for it. */
export const ArticleReadiness = z.object({
  id: Id,
  /** With inline markup. */
  title: z.string(),
  doi: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  /** True if its metadata can be sent to Crossref from here. */
  canDeposit: z.boolean(),
  holding: z.int().describe('How many rules hold.'),
  checks: z.array(ReadinessCheck).describe('Those that do not.'),
})
export type ArticleReadiness = z.infer<typeof ArticleReadiness>

/** No more are looked at for one list: the newest come first. */
export const ARTICLES_LOOKED_AT = 2000

export const readiness = {
  journal: endpoint('GET /readiness', {
    access: 'administrators',
    summary: 'Which rules of the indexes hold for the journal',
    output: z.array(ReadinessCheck),
  }),
  articles: endpoint('GET /readiness/articles', {
    access: 'administrators',
    summary: `Which rules of the indexes do not hold for the published articles, newest first; the newest ${ARTICLES_LOOKED_AT} are looked at`,
    input: z.strictObject({ ...paging(PAGE_SIZE.readiness), show: choice(['attention']) }),
    output: paged(ArticleReadiness).extend({
      limited: z.boolean().describe('True if there are more articles than are looked at.'),
    }),
  }),
  beforeApproval: endpoint('GET /posts/{id}/readiness', {
    access: 'administrators',
    summary: 'What an editor should know before publishing an article: its DOI, and the rules that do not hold',
    input: z.strictObject({ id: IdInPath, volumeId: Id.optional(), issue: orNone(line(ISSUE_MAX).nullable()) }),
    output: z.object({
      doi: z
        .object({ value: z.string(), isNew: z.boolean().describe('False: the article has it already.') })
        .nullable()
        .describe('Null: the journal gives none.'),
      checks: z.array(ReadinessCheck),
    }),
  }),
}
