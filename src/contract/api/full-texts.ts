import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInPath, Reason, seenVersion } from './field-schemas.ts'
import { PageMeta, paging } from './paging.ts'

/** A heading of the text, with those below it. `part` is the page of the text that it is on, from 1. */
export interface OutlineSection {
  /** The id of its element. */
  id: string
  part: number
  /** Its printed number, such as '3.1'; empty without one. */
  number: string
  /** Inline markup, like the title of an article. */
  title: string
  sections: OutlineSection[]
}

const OutlineSection: z.ZodType<OutlineSection> = z.lazy(() =>
  z.object({
    id: z.string(),
    part: z.int(),
    number: z.string(),
    title: z.string(),
    sections: z.array(OutlineSection),
  }),
)

const OutlineFloat = z.object({
  id: z.string(),
  part: z.int(),
  label: z.string().describe("As printed: 'Figure 2'."),
  title: z.string().describe('The beginning of its caption, as inline markup.'),
  image: z.string().nullable().describe('The address of a small picture; null without one.'),
})
export type OutlineFloat = z.infer<typeof OutlineFloat>

/** What a full text contains, in its order. */
export const FullTextOutline = z.object({
  sections: z.array(OutlineSection),
  figures: z.array(OutlineFloat),
  tables: z.array(OutlineFloat),
  parts: z.int().describe('The number of pages; 1 for all but very long texts.'),
  references: z.int(),
  hasFormulas: z.boolean(),
})
export type FullTextOutline = z.infer<typeof FullTextOutline>

/** One page of an article's full text. */
export const FullTextPage = z.object({
  outline: FullTextOutline.describe('Its sections are those of the first two levels.'),
  meta: PageMeta.describe('Its pages are the parts of the text.'),
  html: z.string().describe('Sections, references and further matter as HTML, without the abstract.'),
})
export type FullTextPage = z.infer<typeof FullTextPage>

export const fullTexts = {
  get: endpoint('GET /posts/{id}/full-text', {
    access: 'sign-in optional',
    gone: true,
    summary: 'The full text of an article as HTML, one page of it; null if the journal has only its abstract',
    input: z.strictObject({ id: IdInPath, page: paging(1).page }),
    output: FullTextPage.nullable(),
  }),
}

/** The full text of an article that was submitted here: a file that an editor gives, and what readers will see. */
export const FULL_TEXT_ONLY = 'The full text must be a DOCX or a JATS XML file'
export const FULL_TEXT_GONE = 'The full text is no longer available. Please upload it again.'
export const FULL_TEXT_TAKEN = 'This file already belongs to an article. Please upload the full text again.'
export const FULL_TEXT_UNSEEN = 'Please look at the preview of the full text first'
export const FULL_TEXT_UNFINISHED = 'Please wait until the full text is uploaded and its preview is ready'
export const FULL_TEXT_FAILED = 'The full text could not be read. Remove it, or choose another file.'
export const FULL_TEXT_CHANGED = 'The preview is out of date. Please preview the full text again.'

/** The URL that `files/upload` returned for it; never fetched. */
export const FullTextAddress = z.string().trim().min(1).max(1000)
/** What the preview answered. */
export const FullTextDigest = z.string().regex(/^[0-9a-f]{64}$/, FULL_TEXT_UNSEEN)

export const FullTextPreview = z.object({
  digest: z.string().describe('Names what was previewed; an approval or a correction repeats it.'),
  outline: FullTextOutline,
  html: z.string().describe('The whole text; small copies of its pictures are part of it.'),
  warnings: z.array(z.string()).describe('What is lost or was changed, in plain sentences.'),
  pictures: z.int(),
})
export type FullTextPreview = z.infer<typeof FullTextPreview>

export const FILES_REQUIRED = 'Please choose a full text or a PDF'

/** A correction of the files alone. */
export const FilesForm = z.strictObject({
  version: seenVersion('The version that you have seen is missing'),
  reason: Reason('Please say why the files are replaced'),
  fullTextUrl: FullTextAddress.optional(),
  fullTextDigest: FullTextDigest.optional(),
  pdfUrl: z.string().trim().min(1).max(1000).optional(),
})

export const fullTextDrafts = {
  preview: endpoint('POST /posts/{id}/full-text/preview', {
    access: 'production',
    hourly: 'text previews',
    summary:
      'Shows how a DOCX or JATS file that the caller has uploaded would be read as the article’s full text; nothing is stored',
    input: z.strictObject({ id: IdInPath, fullTextUrl: FullTextAddress }),
    output: FullTextPreview,
  }),
  replace: endpoint('PUT /posts/{id}/full-text', {
    access: 'production',
    gone: true,
    hourly: 'publishing',
    summary:
      'Gives an article a full text, a final PDF, or both in place of the present ones; nothing else of it changes',
    input: FilesForm.extend({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
}
