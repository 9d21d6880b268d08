import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'

const BriefArticle = z.object({
  id: Id,
  title: z.string().describe('Markup as in `PublicArticle`.'),
  authors: z.array(z.string()),
  publishedAt: z.iso.datetime(),
})
export type BriefArticle = z.infer<typeof BriefArticle>

const RelatedArticle = BriefArticle.extend({
  shared: z
    .object({
      authors: z.int().describe('How many authors are the same people.'),
      references: z.int().describe('How many works both cite.'),
      keywords: z.array(z.string()),
    })
    .describe('What it has in common with the article.'),
})
export type RelatedArticle = z.infer<typeof RelatedArticle>

export const NearbyArticles = z.object({
  previous: BriefArticle.nullable().describe('In the same volume, by the first page.'),
  next: BriefArticle.nullable(),
  related: z.array(RelatedArticle).describe('The closest first.'),
})
export type NearbyArticles = z.infer<typeof NearbyArticles>

export const relatedArticles = {
  get: endpoint({
    method: 'GET',
    path: '/posts/{id}/related',
    access: 'anyone',
    summary:
      'Public articles with the same authors, references or keywords, and the neighbours in the volume; none for an article that is not public',
    input: z.strictObject({ id: IdInPath }),
    output: NearbyArticles,
  }),
}
