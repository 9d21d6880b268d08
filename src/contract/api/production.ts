import { z } from 'zod'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { PROOF_ANSWERS } from '../rules/peer-review/stages.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { CaseFile, SentProof } from './case-view.ts'
import { endpoint } from './endpoint.ts'
import { absentWhenBlank, choice, Id, IdInPath, line } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

export const PRODUCED_STATES = ['open', 'published'] as const

const facts = {
  articleId: Id,
  number: z.string(),
  title: z.string().describe('With markup, like the title of an article.'),
  category: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  volume: z.string().nullable().describe('For which it waits, or in which it was published.'),
}

/** An accepted article with the state of its proof. */
export const ProducedLine = z.object({
  ...facts,
  proof: z
    .object({
      sentAt: z.iso.datetime(),
      dueOn: z.iso.date(),
      answer: z.enum(PROOF_ANSWERS).nullable(),
      unsettled: z.int().describe('Questions that have been answered and wait to be settled.'),
    })
    .nullable()
    .describe('The one that was sent last.'),
  hasText: z.boolean().describe('Whether readers have, or will have, its full text.'),
})
export type ProducedLine = z.infer<typeof ProducedLine>

/** What production needs of an accepted article; nothing of its reports, letters, messages and fee. */
export const ProducedArticle = z.object({
  ...facts,
  version: z.int().describe('Of its record, which is repeated when it is held for an issue.'),
  authors: z.array(z.string()),
  files: z.array(CaseFile).describe('The manuscript as it was accepted.'),
  proofs: z.array(SentProof).describe('The newest one last.'),
  hasText: z.boolean(),
})
export type ProducedArticle = z.infer<typeof ProducedArticle>

/** Accepted and published articles, for those who make proofs of them. */
export const production = {
  list: endpoint('GET /production/articles', {
    access: 'production',
    summary: 'Articles that are accepted for good, with the state of their proofs, those received last first',
    input: z.strictObject({
      ...paging(PAGE_SIZE.produced),
      state: choice(PRODUCED_STATES),
      /** Beginnings of words in title or names, or the number. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
    }),
    output: paged(ProducedLine),
  }),
  read: endpoint('GET /production/articles/{id}', {
    access: 'production',
    summary: 'An accepted article for production: its manuscript and its proofs, and nothing of its review',
    input: z.strictObject({ id: IdInPath }),
    output: ProducedArticle,
  }),
}
