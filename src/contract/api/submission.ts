import { z } from 'zod'
import { ContributorForm } from './contributors.ts'
import { keyMessageText, plainTitle, titleHtml } from '../domain/inline-markup.ts'
import { KEY_MESSAGE_MAX } from '../domain/key-message.ts'
import { orcidUrl } from '../domain/orcid.ts'
import { richText } from './rich-text-field.ts'
import { line, orNone, text } from './field-schemas.ts'

/** The submission wizard: one schema a step, and the whole made of them. */

/** Tags and escaped characters make a text longer than what is seen of it. */
const MARKUP_PER_CHARACTER = 10

/**
 * One line in which italics, sub- and superscripts stay; any other markup becomes text. `max` counts
 * what is seen of it, not the tags.
 */
const markedLine = (max: number, required: string, stored = titleHtml) =>
  line(max * MARKUP_PER_CHARACTER, { required, max: `Please use at most ${max} characters` })
    .transform(stored)
    .refine((markup) => plainTitle(markup).trim() !== '', required)
    .refine((markup) => plainTitle(markup).length <= max, `Please use at most ${max} characters`)

/** Step 1. */
export const TitleStep = z.strictObject({ title: markedLine(1000, 'Title is required') })

/** Step 2. */
export const DetailsStep = z.strictObject({
  categoryId: z.string('Category is required').trim().min(1, 'Category is required').max(64),
  // Other clients may send several lines; a key message is one.
  excerpt: z
    .string('Excerpt is required')
    .transform((value) => value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))
    .pipe(markedLine(KEY_MESSAGE_MAX, 'Excerpt is required', keyMessageText)),
  keywords: line(1000, { required: 'Keywords are required' }),
  abstract: richText('Abstract is required'),
})

const FileAddress = z.string().max(1000)

/** The featured image: an address that `files/upload` answered, or none. */
export const ImageAddress = FileAddress.nullable().transform((url) => url || null)
/** What the featured image shows, for those who do not see it. */
export const ImageAlt = line(300)
  .nullable()
  .transform((alt) => alt || null)

/** Step 3: addresses that `files/upload` answered. */
export const FilesStep = z.strictObject({
  files: z
    .array(FileAddress, 'At least one content file is required')
    .min(1, 'At least one content file is required')
    .max(20, 'Please send at most 20 files'),
  imageUrl: orNone(ImageAddress),
  imageAlt: orNone(ImageAlt),
})

export const UPLOADS_UNFINISHED = 'Please upload all selected content files'

export const NO_AUTHOR = 'At least one author is required to submit the research'

export const AUTHORS_MAX = 100
export const TOO_MANY_AUTHORS = `Please name at most ${AUTHORS_MAX} authors`

/** Step 4, as it is sent: `profileUrl` is built from the iD and decided by the server. */
export const AuthorsStep = z.strictObject({
  contributors: z
    .array(ContributorForm.safeExtend({ profileUrl: z.string().max(200).nullish() }), NO_AUTHOR)
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

/** What is sent. Keys that the server decides itself are taken and not trusted. */
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
