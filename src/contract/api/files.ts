import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FILE_FINDINGS } from '../rules/files/file-rules.ts'
import { IdInPath } from './field-schemas.ts'

/** What a PDF may do besides showing pages; absent unless the caller is an administrator. */
export const FileFindings = z.array(z.enum(FILE_FINDINGS)).optional()

export const UploadResult = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  mediaType: z.string(),
  findings: FileFindings,
})
export type UploadResult = z.infer<typeof UploadResult>

export const files = {
  upload: endpoint('POST /files/upload', {
    access: 'signed in',
    rate: 'uploading',
    created: true,
    upload: 'file',
    summary: 'Keeps one file for its uploader; it becomes part of an article when that is submitted',
    output: UploadResult,
  }),
  link: endpoint('GET /files/{id}/link', {
    access: 'signed in',
    summary: 'An address that downloads a private file and works for five minutes',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ url: z.string() }),
  }),
}
