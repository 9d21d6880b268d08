import { z } from 'zod'
import { CONTRIBUTOR_ROLES } from './contributor-roles.ts'
import { plainTitle, titleHtml } from './inline-markup.ts'
import { isOrcid, orcidUrl } from './orcid.ts'
import { richText } from './rich-text-field.ts'
import { line, text } from './text.ts'
import { Email } from './users.ts'

/** Specification section 5, 'Submission wizard': one schema a step, and the whole made of them. */

export const ORCID_FORMAT_MESSAGE = 'Please enter the iD as 0000-0000-0000-000X, with a correct last character'

/** Step 1. Italics, sub- and superscripts stay; any other markup becomes text. */
export const TitleStep = z.strictObject({
  title: line(1000, { required: 'Title is required' })
    .transform(titleHtml)
    .refine((title) => plainTitle(title).trim() !== '', 'Title is required'),
})

const filled = (max: number, message: string) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value !== '', message)

/** Step 2. */
export const DetailsStep = z.strictObject({
  categoryId: z.string('Category is required').trim().min(1, 'Category is required').max(64),
  excerpt: filled(2000, 'Excerpt is required'),
  keywords: line(1000, { required: 'Keywords are required' }),
  abstract: richText('Abstract is required'),
})

const FileAddress = z.string().max(1000)

/** Step 3: addresses that `files/upload` answered. */
export const FilesStep = z.strictObject({
  files: z
    .array(FileAddress, 'At least one content file is required')
    .min(1, 'At least one content file is required')
    .max(20, 'Please send at most 20 files'),
  imageUrl: FileAddress.nullish().transform((url) => url || null),
  /** What the featured image shows, for those who do not see it. */
  imageAlt: line(300)
    .nullish()
    .transform((alt) => alt || null),
})

export const UPLOADS_UNFINISHED = 'Please upload all selected content files'

/** The author form of step 4. */
export const ContributorForm = z.strictObject({
  fullName: line(200, { required: 'Full name is required' }),
  email: Email(),
  affiliation: line(500, { required: 'Affiliation is required' }),
  orcidId: z
    .string()
    .max(100, { error: ORCID_FORMAT_MESSAGE, abort: true })
    .nullish()
    .transform((orcid) => orcid?.trim().toUpperCase() || null)
    .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_FORMAT_MESSAGE),
  role: z.enum(CONTRIBUTOR_ROLES, 'Role is required'),
})
export type ContributorForm = z.output<typeof ContributorForm>

export const NO_AUTHOR = 'At least one author is required to submit the research'

export const AUTHORS_MAX = 100
export const TOO_MANY_AUTHORS = `Please name at most ${AUTHORS_MAX} authors`

/** Step 4, as it is sent: `profileUrl` is built from the iD and decided by the server. */
export const AuthorsStep = z.strictObject({
  contributors: z
    .array(ContributorForm.extend({ profileUrl: z.string().max(200).nullish() }), NO_AUTHOR)
    .min(1, NO_AUTHOR)
    .max(AUTHORS_MAX, TOO_MANY_AUTHORS),
})

/** Step 5. */
export const ReviewStep = z.strictObject({
  confirm: z.literal(true, 'Please confirm to submit'),
  comments: text(5000)
    .nullish()
    .transform((comments) => comments?.trim() || null),
})

/** What is sent. Keys that the server decides itself are taken and not trusted (decisions, 'Answers'). */
export const Submission = z.strictObject({
  ...TitleStep.shape,
  ...DetailsStep.shape,
  ...FilesStep.shape,
  ...AuthorsStep.shape,
  comments: ReviewStep.shape.comments,
  slug: z.string().max(2000).optional(),
  isArchive: z.boolean().optional(),
  approvedByAdmin: z.union([z.boolean(), z.string().max(10)]).optional(),
})
export type Submission = z.output<typeof Submission>

export const profileUrlOf = (orcid: string | null): string | null => (orcid === null ? null : orcidUrl(orcid))
