import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'

export const ContentPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string(),
})
export type ContentPage = z.infer<typeof ContentPage>

export const pages = {
  read: endpoint('GET /pages/{slug}', {
    access: 'anyone',
    summary: 'The about page, one of the policy pages, or the guide for editors',
    input: z.strictObject({ slug: IdInPath }),
    output: ContentPage,
  }),
}
