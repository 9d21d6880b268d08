import { z } from 'zod'
import { MadePdf } from './article-pdfs.ts'
import { PublicArticle } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'

/** What a notice becomes and changes, as its release would write it: nothing of it is kept. */
export const noticePreviews = {
  read: endpoint('POST /notices/{id}/preview', {
    access: 'administrators',
    rate: 'reading',
    writes: false,
    summary: 'The notice as an article, and its articles as they would be if it were published now; nothing is changed',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ notice: PublicArticle, about: z.array(PublicArticle) }),
  }),
  pdf: endpoint('POST /notices/{id}/pdf', {
    access: 'administrators',
    created: true,
    hourly: 'typesetting',
    summary: 'The PDF of a notice as it would be published now; it belongs to the caller like an upload',
    input: z.strictObject({ id: IdInPath }),
    output: MadePdf,
  }),
}
