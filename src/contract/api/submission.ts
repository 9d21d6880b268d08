import { z } from 'zod'
import { orcidUrl } from '../rules/people/identifiers.ts'
import { eachStatement } from '../rules/articles/statements.ts'
import { ArticleContent, FileAddress, peopleOf } from './article-content.ts'
import { ContributorForm } from './contributors.ts'
import { absentWhenBlank, Id, orNone, text } from './field-schemas.ts'
import { ReviewerSuggestions } from './reviewer-suggestions.ts'

/** The submission wizard: one schema per step, and the whole form made of them. */

/** Step 1. */
export const TitleStep = ArticleContent.pick({ title: true })

/** Step 2. */
export const DetailsStep = ArticleContent.pick({
  ...{ categoryId: true, excerpt: true, keywords: true, abstract: true },
}).extend(eachStatement((statement) => orNone(ArticleContent.shape[statement])))

/** Step 3: URLs returned by `files/upload`. */
export const FilesStep = z.strictObject({
  files: z
    .array(FileAddress, 'At least one content file is required')
    .min(1, 'At least one content file is required')
    .max(20, 'Please send at most 20 files'),
  imageUrl: orNone(ArticleContent.shape.imageUrl),
  imageAlt: orNone(ArticleContent.shape.imageAlt),
})

export const UPLOADS_UNFINISHED = 'Please upload all selected content files'

/** Step 4 in a request: `profileUrl` is ignored, because the server derives it from the iD. */
export const AuthorsStep = z.strictObject({
  contributors: peopleOf(ContributorForm.safeExtend({ profileUrl: z.string().max(200).nullish() })),
  reviewerSuggestions: ReviewerSuggestions.default([]),
})

/** Step 5. */
export const ReviewStep = z.strictObject({
  confirm: z.literal(true, 'Please confirm to submit'),
  comments: text(5000)
    .nullish()
    .transform((comments) => comments?.trim() || null),
})

/** The input of a submission. Fields that the server sets itself are accepted and ignored. */
export const Submission = z.strictObject({
  ...TitleStep.shape,
  ...DetailsStep.shape,
  ...FilesStep.shape,
  ...AuthorsStep.shape,
  comments: ReviewStep.shape.comments,
  previousArticleId: absentWhenBlank(Id.optional()).describe(
    'The declined manuscript of the same author that this is a new submission of; anything else is ignored.',
  ),
  slug: z.string().max(2000).optional(),
  isArchive: z.boolean().optional(),
  approvedByAdmin: z.union([z.boolean(), z.string().max(10)]).optional(),
})
export type Submission = z.output<typeof Submission>

export const profileUrlOf = (orcid: string | null): string | null => (orcid === null ? null : orcidUrl(orcid))
