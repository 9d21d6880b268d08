import { z } from 'zod'
import { CaseFile } from './case-view.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, orNone } from './field-schemas.ts'
import { Issue, PageRange, VolumeChoice } from './approval.ts'

export const TEXT_REQUIRED = 'Please choose the text of the article as DOCX or JATS XML'
export const PDF_NOT_MADE = 'The PDF could not be made from this text. Please upload one, or try again.'
export const PDF_OF_WHAT = ['proof', 'publication'] as const

/** A PDF that has just been made from a text; it belongs to the caller like an upload. */
export const MadePdf = z.object({
  file: CaseFile,
  pages: z.int(),
  warnings: z.array(z.string()).describe('What is lost or was changed, in plain sentences.'),
})
export type MadePdf = z.infer<typeof MadePdf>

export const articlePdfs = {
  make: endpoint('POST /posts/{id}/pdf', {
    access: 'production',
    created: true,
    hourly: 'typesetting',
    summary: 'Typesets an article that is not published yet, as its proof or as its final PDF',
    input: z.strictObject({
      id: IdInPath,
      purpose: z.enum(PDF_OF_WHAT),
      fullTextUrl: orNone(
        z
          .string()
          .max(1000)
          .nullable()
          .transform((url) => url?.trim() || null),
      ).describe(
        'An upload of the caller, or a file of the manuscript: DOCX or JATS XML. Absent: the text that the article has, or the manuscript as it was last sent.',
      ),
      volumeId: orNone(VolumeChoice),
      issue: orNone(Issue),
      pageNum: orNone(PageRange),
    }),
    output: MadePdf,
  }),
}
