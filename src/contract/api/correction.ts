import { z } from 'zod'
import { Issue, PageRange, PdfAddress, VolumeChoice } from './approval.ts'
import { ContributorForm } from './contributors.ts'
import { Reason } from './reasons.ts'
import { ArticleContent, peopleOf } from './article-content.ts'
import { Id, IdInPath } from './field-schemas.ts'

export const CORRECTION_REASON_REQUIRED = 'Please say why the article is corrected'
export const AUTHOR_GONE = 'An author is no longer part of this article. Please look at the list again.'

/**
 * One author of the corrected list: `contributorId` alone keeps that author as is, with `person` it
 * changes them, and `person` alone is somebody new.
 */
const CorrectedAuthor = z
  .strictObject({ contributorId: Id.optional(), person: ContributorForm.optional() })
  .refine(({ contributorId, person }) => contributorId !== undefined || person !== undefined, 'Full name is required')

/**
 * A correction of an article in any state. Only what it names is changed, by the rules that hold for
 * submissions and approvals: an imported article may lack what a new one must have.
 */
export const Correction = z.strictObject({
  /** The version that the caller has seen: when another has been saved since, the correction is refused. */
  version: z.int('The version that you have seen is missing').positive(),
  reason: Reason(CORRECTION_REASON_REQUIRED),
  // Null takes the featured image away.
  ...ArticleContent.omit({ contributors: true }).partial().shape,
  volumeId: VolumeChoice.optional(),
  issue: Issue.optional(),
  pageNum: PageRange.optional(),
  /** An address that `files/upload` answered: it takes the place of the final PDF. */
  pdfUrl: PdfAddress.optional(),
  /** All contributors in their order; who is left out is removed. */
  contributors: peopleOf(CorrectedAuthor).optional(),
})

export const CorrectionOfArticle = Correction.extend({ id: IdInPath })
export type CorrectionOfArticle = z.output<typeof CorrectionOfArticle>
