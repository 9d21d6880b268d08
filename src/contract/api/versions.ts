import { z } from 'zod'
import { VERSION_WEIGHTS, VERSIONS_MAX } from '../rules/articles/versions.ts'
import { PublicArticle } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'
import { FullTextOutline } from './full-texts.ts'

const Timestamp = z.iso.datetime()

const VersionFile = z.object({
  url: z.string().describe('Of a PDF with what is to be known about it on each page.'),
  originalUrl: z.string().describe('The bytes as they were given to the journal.'),
  bytes: z.int().describe('Of the original.'),
  sha256: z.string().describe('Of the original.'),
})

/** One public state of an article. */
export const Version = z.object({
  number: z.int(),
  weight: z.enum(VERSION_WEIGHTS),
  at: Timestamp,
  reason: z.string().describe('Why it replaced the one before; empty for the first.'),
  noticeId: z.string().nullable().describe('The notice that came with it.'),
  isCurrent: z.boolean(),
  recordSha256: z
    .string()
    .nullable()
    .describe(
      'Of its record as it was stored; null for the current version, and for those from before they were kept.',
    ),
  pdf: VersionFile.nullable().describe('Null if it had none, or the file was not kept.'),
  xml: VersionFile.nullable(),
})
export type Version = z.infer<typeof Version>

const VersionNumber = z.coerce
  .number('The number of a version is a whole number')
  .int('The number of a version is a whole number')
  .min(1, 'Versions are counted from 1')
  .max(VERSIONS_MAX, 'There is no such version')

/** An article as it was. */
export const FormerArticle = PublicArticle.omit({ imageUrl: true, imageSize: true, pdfIsTypeset: true })

const ComparedRun = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })

/** What differs in one place of two versions. */
export const ComparedPlace = z.object({
  place: z.string().describe('A field, a section of the text, or a figure, as it is headed.'),
  paragraphs: z.array(
    z.union([z.object({ runs: z.array(ComparedRun), isChanged: z.boolean() }), z.object({ unchanged: z.int() })]),
  ),
  figure: z
    .object({ before: z.string().nullable(), after: z.string().nullable() })
    .nullable()
    .describe('The addresses of both pictures, of a figure whose picture is another.'),
})
export type ComparedPlace = z.infer<typeof ComparedPlace>

export const versions = {
  list: endpoint('GET /posts/{id}/versions', {
    access: 'anyone',
    gone: true,
    summary: 'Every public version of an article, newest first, with the hashes of its files',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ title: z.string(), doi: z.string().nullable(), versions: z.array(Version) }),
  }),
  get: endpoint('GET /posts/{id}/versions/{number}', {
    access: 'anyone',
    gone: true,
    summary: 'An article as one of its versions was, with its text',
    input: z.strictObject({ id: IdInPath, number: VersionNumber }),
    output: z.object({
      version: Version,
      current: Version,
      article: FormerArticle,
      text: z
        .object({ outline: FullTextOutline, html: z.string() })
        .nullable()
        .describe('Null if it had no text, or its file was not kept.'),
    }),
  }),
  passages: endpoint('GET /posts/{id}/passages', {
    access: 'anyone',
    gone: true,
    summary: 'What an article says, place by place: to name the passage that one writes about',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({
      places: z.array(
        z.object({
          place: z.string().describe('A field or a section of the text, as it is headed.'),
          paragraphs: z.array(z.string()).describe('Of a table its rows, with a dot between two cells.'),
        }),
      ),
    }),
  }),
  compare: endpoint('GET /posts/{id}/compare/{from}/{to}', {
    access: 'anyone',
    gone: true,
    rate: 'searching',
    summary: 'What differs between two versions of an article, place by place',
    input: z.strictObject({ id: IdInPath, from: VersionNumber, to: VersionNumber }),
    output: z.object({
      title: z.string(),
      versions: z.array(Version),
      from: z.int(),
      to: z.int(),
      places: z.array(ComparedPlace).nullable().describe('Null if they could not be compared just now.'),
    }),
  }),
}
