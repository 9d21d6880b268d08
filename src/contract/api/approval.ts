import { z } from 'zod'
import { isPageRange, ISSUE_MAX, issueNumber, PAGE_RANGE_INVALID } from '../rules/articles/place-in-volume.ts'
import { IdInPath, INTEGER_MAX, line, orNone } from './field-schemas.ts'
import { FullTextDigest } from './full-texts.ts'

/** The approval form. */
export const PDF_REQUIRED = 'PDF upload is required to approve the article'
export const PDF_UNFINISHED = 'Please wait until the PDF is uploaded'
export const STANDARDS_CONFIRMATION = 'I confirm this article meets all publication standards'
export const PDF_ONLY = 'The final file must be a PDF'
export const PDF_TAKEN = 'This file already belongs to an article. Please upload the PDF again.'
export const PDF_IS_PROOF =
  'This PDF was made as a proof, without volume, DOI and date. Please make the final PDF from the text.'
/** To production, of what it does not see. */
export const ASK_AN_EDITOR = 'This article cannot be published yet. Please ask a managing editor.'
export const VOLUME_GONE = 'This volume no longer exists. Please choose another.'
export const CHANGED_MEANWHILE =
  'Someone else has changed this article since you opened it. Please look at their changes first.'
export const STANDARDS_UNCONFIRMED = 'Please confirm that this article meets all publication standards'

/** Google Scholar does not index larger files; they are accepted all the same. */
export const SCHOLAR_PDF_BYTES = 5 * 1024 * 1024
export const SCHOLAR_PDF_WARNING =
  'This PDF is larger than 5 MB, and Google Scholar may leave it out of its index. You can publish it anyway.'

/** The URL that `files/upload` returned for the final PDF; external URLs are refused. */
export const PdfAddress = z.string(PDF_REQUIRED).trim().min(1, PDF_REQUIRED).max(1000)

// Where the article appears. Blank fields are treated as absent.
export const VolumeChoice = z
  .string()
  .max(64)
  .nullable()
  .transform((id) => id?.trim() || null)
export const Issue = line(ISSUE_MAX)
  .nullable()
  .transform((issue) => issueNumber(issue ?? '') || null)
export const PageRange = z
  .string()
  .max(1000)
  .nullable()
  .transform((range) => range?.trim() || null)
  .refine((range) => range === null || isPageRange(range), PAGE_RANGE_INVALID)

/** The input of an approval besides the article's id. */
export const Approval = z.strictObject({
  pdfUrl: PdfAddress,
  volumeId: orNone(VolumeChoice),
  issue: orNone(Issue),
  pageNum: orNone(PageRange),
  /** A URL returned by `files/upload`: the text of the article as DOCX or JATS XML. */
  fullTextUrl: orNone(
    z
      .string()
      .max(1000)
      .nullable()
      .transform((url) => url?.trim() || null),
  ),
  /** What the preview of the full text has answered. */
  fullTextDigest: FullTextDigest.optional(),
  /** The version that the caller has seen; the approval is refused if a newer one has been saved since. */
  version: z.coerce.number('version must be a whole number').int().positive().max(INTEGER_MAX).optional(),
  /** The digest of what would be published of its review, as the caller has seen it; without it nothing of it is. */
  reviews: z.string().max(100).optional(),
  /** Sent by older clients; ignored, because the server decides what approval means. */
  approvedByAdmin: z.union([z.boolean(), z.string().max(10)]).optional(),
})

export const ApprovalOfArticle = Approval.extend({ id: IdInPath })

/** `'true'`, `'false'`, `true` or `false`. */
export const ArchiveChange = z.strictObject({
  id: IdInPath,
  archive: z
    .union([z.literal('true'), z.literal('false'), z.boolean()], "archive must be 'true' or 'false'")
    .transform((archive) => archive === true || archive === 'true'),
})
