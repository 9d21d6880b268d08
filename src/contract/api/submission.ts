import { z } from 'zod'
import { orcidUrl } from '../rules/people/identifiers.ts'
import { eachStatement, STATEMENT_MAX } from '../rules/articles/statements.ts'
import { SUGGESTION_KINDS, type SuggestionKind, SUGGESTIONS_MAX } from '../rules/peer-review/reviewer-suggestions.ts'
import { keyMessageText, onOneLine, plainTitle, titleHtml } from '../rules/text/inline-markup.ts'
import { type ContributorRole, isPublicRole } from '../rules/people/people.ts'
import { KEY_MESSAGE_MAX } from '../rules/articles/key-message.ts'
import { Awards, Links, Supplements } from './declared-works.ts'
import { NewNames, Permits, Vouchers } from './declared-material.ts'
import { ContributorForm } from './contributors.ts'
import { WaiverForm } from './waiver-form.ts'
import {
  absentWhenBlank,
  Id,
  IdInPath,
  line,
  nameOfPerson,
  orNone,
  Reason,
  richText,
  seenVersion,
  text,
} from './field-schemas.ts'
import { Email } from './users.ts'
import { Issue, PageRange, PdfAddress, VolumeChoice } from './approval.ts'
import { FullTextAddress, FullTextDigest } from './full-texts.ts'

/** Tags and escaped characters make the stored text longer than the visible text. */
const MARKUP_PER_CHARACTER = 10

/**
 * A single line that keeps italics, subscripts and superscripts; any other markup becomes text. `max` limits
 * the visible characters, not the tags.
 */
const markedLine = (max: number, required: string, stored = titleHtml) =>
  line(max * MARKUP_PER_CHARACTER, { required, max: `Please use at most ${max} characters` })
    .transform(stored)
    .refine((markup) => plainTitle(markup).trim() !== '', required)
    .refine((markup) => plainTitle(markup).length <= max, `Please use at most ${max} characters`)

/** A URL returned by `files/upload`. */
const FileAddress = z.string().max(1000)

export const NO_AUTHOR = 'At least one author is required to submit the research'

export const AUTHORS_MAX = 100
export const TOO_MANY_AUTHORS = `You can add up to ${AUTHORS_MAX} authors`

/** An optional statement; blank is treated as absent. */
const StatementText = text(STATEMENT_MAX)
  .nullable()
  .transform((statement) => statement?.trim() || null)

/** An ordered list of an article's people. */
const peopleOf = <P extends z.ZodType>(person: P) =>
  z.array(person, NO_AUTHOR).min(1, NO_AUTHOR).max(AUTHORS_MAX, TOO_MANY_AUTHORS)

/** One of them at least is an author: of suggested reviewers alone there is no article. */
const authorsOf = <P extends z.ZodType<{ role: ContributorRole }>>(person: P) =>
  peopleOf(person).refine((people) => people.some(({ role }) => isPublicRole(role)), NO_AUTHOR)

/**
 * The content of an article as its authors write it. The submission wizard collects it in steps and a
 * correction changes parts of it. Fields are null where an article has none.
 */
export const ArticleContent = z.strictObject({
  title: markedLine(1000, 'Title is required'),
  categoryId: z.string('Category is required').trim().min(1, 'Category is required').max(64),
  // Other clients may send several lines; a key message is a single line.
  excerpt: z
    .string('Excerpt is required')
    .transform(onOneLine)
    .pipe(markedLine(KEY_MESSAGE_MAX, 'Excerpt is required', keyMessageText)),
  keywords: line(1000, { required: 'Keywords are required' }),
  abstract: richText('Abstract is required'),
  ...eachStatement(() => StatementText),
  awards: Awards,
  links: Links,
  vouchers: Vouchers,
  permitDetails: Permits,
  newNames: NewNames,
  supplements: Supplements,
  /** The featured image, if any. */
  imageUrl: FileAddress.nullable().transform((url) => url || null),
  /** Alternative text of the featured image. */
  imageAlt: line(300)
    .nullable()
    .transform((alt) => alt || null),
  contributors: authorsOf(ContributorForm),
})
export type ArticleContent = z.output<typeof ArticleContent>

/** Someone whom authors suggest as a reviewer, or ask not to invite. */
export const SuggestionForm = z
  .strictObject({
    kind: z.enum(SUGGESTION_KINDS),
    fullName: nameOfPerson(200, { required: 'Full name is required' }),
    email: z
      .string()
      .nullish()
      .transform((email) => (email?.trim() ? email : undefined))
      .pipe(Email().optional())
      .transform((email) => email ?? null),
    affiliation: line(500)
      .nullish()
      .transform((affiliation) => affiliation ?? ''),
    reason: text(1000)
      .nullish()
      .transform((reason) => reason?.trim() ?? ''),
  })
  .refine(({ kind, email }) => kind === 'oppose' || email !== null, { path: ['email'], error: 'Email is required' })
export type SuggestionForm = z.output<typeof SuggestionForm>

const tooMany: Record<SuggestionKind, string> = {
  suggest: `Please suggest at most ${SUGGESTIONS_MAX} reviewers`,
  oppose: `You can exclude up to ${SUGGESTIONS_MAX} people`,
}

/** What authors say about reviewers when they submit. */
const ReviewerSuggestions = z
  .array(SuggestionForm)
  .max(2 * SUGGESTIONS_MAX, tooMany.suggest)
  .superRefine((suggestions, context) => {
    for (const kind of SUGGESTION_KINDS) {
      if (suggestions.filter((one) => one.kind === kind).length > SUGGESTIONS_MAX) {
        context.addIssue({ code: 'custom', message: tooMany[kind] })
      }
    }
  })

/** The same in an answer. Which of them an editor has invited is never part of it. */
export const Suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  fullName: z.string(),
  email: z.string().nullable(),
  affiliation: z.string(),
  reason: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** The submission wizard: one schema per step, and the whole form made of them. */

/** Step 1. */
export const TitleStep = ArticleContent.pick({ title: true })

/** Step 2. */
export const DetailsStep = ArticleContent.pick({
  ...{ categoryId: true, excerpt: true, keywords: true, abstract: true },
}).extend({
  ...eachStatement((statement) => orNone(ArticleContent.shape[statement])),
  awards: Awards.default([]),
  links: Links.default([]),
  vouchers: Vouchers.default([]),
  permitDetails: Permits.default([]),
  newNames: NewNames.default([]),
})

/** Step 3: URLs returned by `files/upload`. */
export const FilesStep = z.strictObject({
  files: z
    .array(FileAddress, 'At least one content file is required')
    .min(1, 'At least one content file is required')
    .max(20, 'Please send at most 20 files'),
  supplements: Supplements.default([]),
  imageUrl: orNone(ArticleContent.shape.imageUrl),
  imageAlt: orNone(ArticleContent.shape.imageAlt),
})

export const UPLOADS_UNFINISHED = 'Please upload all selected content files'

/** Step 4 in a request: `profileUrl` is ignored, because the server derives it from the iD. */
export const AuthorsStep = z.strictObject({
  contributors: authorsOf(ContributorForm.safeExtend({ profileUrl: z.string().max(200).nullish() })),
  reviewerSuggestions: ReviewerSuggestions.default([]),
})

/** Step 5. */
export const ReviewStep = z.strictObject({
  confirm: z.literal(true, 'Please confirm to submit'),
  comments: text(5000)
    .nullish()
    .transform((comments) => comments?.trim() || null),
  waiver: WaiverForm.nullish(),
})

/** The input of a submission. Fields that the server sets itself are accepted and ignored. */
export const Submission = z.strictObject({
  ...TitleStep.shape,
  ...DetailsStep.shape,
  ...FilesStep.shape,
  ...AuthorsStep.shape,
  comments: ReviewStep.shape.comments,
  waiver: ReviewStep.shape.waiver.describe(
    'That the full fee cannot be paid: sealed to those who decide until the decision.',
  ),
  previousArticleId: absentWhenBlank(Id.optional()).describe(
    'The declined manuscript of the same author that this is a new submission of; anything else is ignored.',
  ),
  slug: z.string().max(2000).optional(),
  isArchive: z.boolean().optional(),
  approvedByAdmin: z.union([z.boolean(), z.string().max(10)]).optional(),
})
export type Submission = z.output<typeof Submission>

export const profileUrlOf = (orcid: string | null): string | null => (orcid === null ? null : orcidUrl(orcid))

export const CORRECTION_REASON_REQUIRED = 'Please say why the article is corrected'
export const AUTHOR_GONE = 'One of these authors has been removed meanwhile. Please check the list.'

/**
 * One author of the corrected list: `contributorId` alone keeps that author unchanged, with `person` it
 * changes them, and `person` alone adds a new one.
 */
const CorrectedAuthor = z
  .strictObject({ contributorId: Id.optional(), person: ContributorForm.optional() })
  .refine(({ contributorId, person }) => contributorId !== undefined || person !== undefined, 'Full name is required')

/** All contributors in order; anyone left out is removed. */
export const CorrectedAuthors = peopleOf(CorrectedAuthor)

/**
 * A correction of an article in any state. Only the fields that are present are changed. The rules of
 * submissions and approvals apply, except that an imported article may lack what a new one must have.
 */
export const Correction = z.strictObject({
  /** The version that the caller has seen; the correction is refused if a newer one has been saved since. */
  version: seenVersion('The version that you have seen is missing'),
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
  contributors: CorrectedAuthors.optional(),
})

export const CorrectionOfArticle = Correction.extend({
  id: IdInPath,
  weight: z
    .enum(['small', 'notice'])
    .optional()
    .describe(
      'What the editor takes it for; absent: a small change. A published article changes with a notice by that notice.',
    ),
})
export type CorrectionOfArticle = z.output<typeof CorrectionOfArticle>
