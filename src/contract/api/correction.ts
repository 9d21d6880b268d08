import { z } from 'zod'
import { Issue, PageRange, PdfAddress, VolumeChoice } from './approval.ts'
import { ContributorForm } from './contributors.ts'
import { Reason } from './reasons.ts'
import { ArticleContent, peopleOf } from './article-content.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { FullTextAddress, FullTextDigest } from './full-text-drafts.ts'

export const CORRECTION_REASON_REQUIRED = 'Please say why the article is corrected'
export const AUTHOR_GONE = 'An author is no longer part of this article. Please look at the list again.'

/**
 * One author of the corrected list: `contributorId` alone keeps that author unchanged, with `person` it
 * changes them, and `person` alone adds a new one.
 */
const CorrectedAuthor = z
  .strictObject({ contributorId: Id.optional(), person: ContributorForm.optional() })
  .refine(({ contributorId, person }) => contributorId !== undefined || person !== undefined, 'Full name is required')

/**
 * A correction of an article in any state. Only the fields that are present are changed. The rules of
 * submissions and approvals apply, except that an imported article may lack what a new one must have.
 */
export const Correction = z.strictObject({
  /** The version that the caller has seen; the correction is refused if a newer one has been saved since. */
  version: z.int('The version that you have seen is missing').positive(),
  reason: Reason(CORRECTION_REASON_REQUIRED),
  // Null removes the featured image.
  ...ArticleContent.omit({ contributors: true }).partial().shape,
  volumeId: VolumeChoice.optional(),
  issue: Issue.optional(),
  pageNum: PageRange.optional(),
  /** A URL returned by `files/upload`, which replaces the final PDF. */
  pdfUrl: PdfAddress.optional(),
  /** A URL returned by `files/upload`, which replaces the full text; null removes it. */
  fullTextUrl: FullTextAddress.nullable().optional(),
  /** What the preview of the full text has answered. */
  fullTextDigest: FullTextDigest.optional(),
  /** All contributors in order; anyone left out is removed. */
  contributors: peopleOf(CorrectedAuthor).optional(),
})

export const CorrectionOfArticle = Correction.extend({ id: IdInPath })
export type CorrectionOfArticle = z.output<typeof CorrectionOfArticle>
