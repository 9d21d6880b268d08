import { z } from 'zod'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { PublicArticle } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

/** Somebody who has published in the journal, as printed on their articles. */
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
    .describe('Further articles by authors of exactly this name, who may be this person or somebody else.'),
})
export type Author = z.infer<typeof Author>

export const authors = {
  get: endpoint({
    method: 'GET',
    path: '/authors/{id}',
    access: 'anyone',
    summary: 'An author and their public articles, newest first, by ORCID iD or by the id of a contributor',
    input: z.strictObject({ id: IdInPath, ...paging(PAGE_SIZE.author) }),
    output: paged(PublicArticle).extend({ author: Author }),
  }),
}
