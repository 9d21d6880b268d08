import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInPath, INTEGER_MAX } from './field-schemas.ts'
import { ComparedPlace } from './versions.ts'

/** When a text of a page held, in whole days of UTC. */
const InForce = {
  number: z.int().describe('Of its versions, from 1; numbers may be missing.'),
  from: z.iso.date(),
  until: z.iso.date().nullable().describe('The first day on which another text held; null for the text of today.'),
}

export const ContentPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string().describe('Empty if no text is known of the day that was asked for.'),
  version: z
    .object(InForce)
    .nullable()
    .describe('Null if it is not known: of the guide, and of days before the first.'),
  isOfAnotherDay: z.boolean().describe('True if it was asked for by a day.'),
})
export type ContentPage = z.infer<typeof ContentPage>

export const PageVersion = z.object({
  ...InForce,
  note: z.string().describe('What was changed, in the words of the editors; empty if they gave none.'),
})
export type PageVersion = z.infer<typeof PageVersion>

const VersionNumber = z.coerce.number('number must be a number').int().min(1).max(INTEGER_MAX)

export const pages = {
  read: endpoint('GET /pages/{slug}', {
    access: 'anyone',
    summary:
      'The about page, one of the policy pages, or the guide for editors; of today, or as it was on an earlier day',
    input: z.strictObject({ slug: IdInPath, on: z.iso.date('on must be a day, like 2026-03-01').optional() }),
    output: ContentPage,
  }),
  versions: endpoint('GET /pages/{slug}/versions', {
    access: 'anyone',
    summary: 'The texts of a page that have been in force, the newest first',
    input: z.strictObject({ slug: IdInPath }),
    output: z.object({ slug: z.string(), title: z.string(), versions: z.array(PageVersion) }),
  }),
  version: endpoint('GET /pages/{slug}/versions/{number}', {
    access: 'anyone',
    summary: 'A text of a page as readers saw it',
    input: z.strictObject({ slug: IdInPath, number: VersionNumber }),
    output: ContentPage,
  }),
  changes: endpoint('GET /pages/{slug}/versions/{number}/changes', {
    access: 'anyone',
    summary: 'What a text of a page changed in the one that was in force before it',
    input: z.strictObject({ slug: IdInPath, number: VersionNumber }),
    output: z.object({
      number: z.int(),
      before: z.int(),
      paragraphs: ComparedPlace.shape.paragraphs.nullable().describe('Null if they could not be compared just now.'),
    }),
  }),
}
