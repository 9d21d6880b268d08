import { z } from 'zod'
import { STANDINGS } from '../rules/articles/notices.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { PublicArticle } from './articles.ts'
import { paged, paging } from './paging.ts'

const BriefArticle = z.object({
  id: Id,
  title: z.string().describe('Markup as in `PublicArticle`.'),
  standing: z.enum(STANDINGS),
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
  get: endpoint('GET /posts/{id}/related', {
    access: 'anyone',
    summary:
      'Public articles with the same authors, references or keywords, and the neighbours in the volume; none for an article that is not public',
    input: z.strictObject({ id: IdInPath }),
    output: NearbyArticles,
  }),
}

export const keywords = {
  get: endpoint('GET /keywords/{slug}', {
    access: 'anyone',
    summary: 'Public articles with a keyword, newest first, however it is spelled',
    input: z.strictObject({ slug: z.string().max(240), ...paging(PAGE_SIZE.keyword) }),
    output: paged(PublicArticle).extend({
      keyword: z.object({ slug: z.string(), name: z.string().describe('As most articles spell it.') }),
    }),
  }),
}

/** Someone who has published in the journal, as printed on their articles. */
export const Author = z.object({
  id: Id.describe('Their ORCID iD, or the id of a contributor: what the address of their page ends in.'),
  fullName: z.string().describe('As printed on the newest article.'),
  otherNames: z.array(z.string()).describe('Other names that are printed with the same iD or email address.'),
  isGroup: z.boolean(),
  orcidId: z.string().nullable(),
  orcidAuthenticated: z.boolean().describe('True if the iD was authenticated with ORCID on one article at least.'),
  affiliations: z.array(z.string()).describe('As printed, those of the newest article first.'),
  sameName: z
    .int()
    .describe('Further articles by authors of exactly this name, who may be this person or someone else.'),
})
export type Author = z.infer<typeof Author>

export const authors = {
  get: endpoint('GET /authors/{id}', {
    access: 'anyone',
    summary: 'An author and their public articles, newest first, by ORCID iD or by the id of a contributor',
    input: z.strictObject({ id: IdInPath, ...paging(PAGE_SIZE.author) }),
    output: paged(PublicArticle).extend({ author: Author }),
  }),
}
