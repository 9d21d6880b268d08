import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'
import { FullTextOutline } from './full-texts.ts'

/** The full text of an article that was submitted here: a file that an editor gives, and what readers will see. */
export const FULL_TEXT_ONLY = 'The full text must be a DOCX or a JATS XML file'
export const FULL_TEXT_GONE = 'The full text is no longer available. Please upload it again.'
export const FULL_TEXT_TAKEN = 'This file already belongs to an article. Please upload the full text again.'
export const FULL_TEXT_UNSEEN = 'Please look at the preview of the full text first'
export const FULL_TEXT_UNFINISHED = 'Please wait until the full text is uploaded and its preview is ready'
export const FULL_TEXT_FAILED = 'The full text could not be read. Remove it, or choose another file.'
export const FULL_TEXT_CHANGED =
  'The full text is converted in another way now than its preview showed. Please look at the preview again.'

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

export const fullTextDrafts = {
  preview: endpoint({
    method: 'POST',
    path: '/posts/{id}/full-text/preview',
    access: 'administrators',
    summary:
      'Shows how a DOCX or JATS file that the caller has uploaded would be read as the article’s full text; nothing is stored',
    input: z.strictObject({ id: IdInPath, fullTextUrl: FullTextAddress }),
    output: FullTextPreview,
  }),
}
