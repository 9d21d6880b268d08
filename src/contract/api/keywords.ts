import { z } from 'zod'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { PublicArticle } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'

export const keywords = {
  get: endpoint({
    method: 'GET',
    path: '/keywords/{slug}',
    access: 'anyone',
    summary: 'Public articles with a keyword, newest first, however it is spelled',
    input: z.strictObject({ slug: z.string().max(240), ...paging(PAGE_SIZE.keyword) }),
    output: paged(PublicArticle).extend({
      keyword: z.object({ slug: z.string(), name: z.string().describe('As most articles spell it.') }),
    }),
  }),
}
