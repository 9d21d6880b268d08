import { z } from 'zod'
import { keyMessageText, plainTitle, titleHtml } from '../domain/inline-markup.ts'
import { KEY_MESSAGE_MAX } from '../domain/key-message.ts'
import { eachStatement, STATEMENT_MAX } from '../domain/statements.ts'
import { ContributorForm } from './contributors.ts'
import { line, text } from './field-schemas.ts'
import { richText } from './rich-text-field.ts'

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

/** An address that `files/upload` answered. */
export const FileAddress = z.string().max(1000)

export const NO_AUTHOR = 'At least one author is required to submit the research'

export const AUTHORS_MAX = 100
export const TOO_MANY_AUTHORS = `Please name at most ${AUTHORS_MAX} authors`

/** A statement beside the text; a blank one is none. */
const StatementText = text(STATEMENT_MAX)
  .nullable()
  .transform((statement) => statement?.trim() || null)

/** A list of an article's people in their order. */
export const peopleOf = <P extends z.ZodType>(person: P) =>
  z.array(person, NO_AUTHOR).min(1, NO_AUTHOR).max(AUTHORS_MAX, TOO_MANY_AUTHORS)

/**
 * What an article says, as its authors write it: the submission wizard takes it in steps, a correction takes
 * parts of it. Null where an article has none.
 */
export const ArticleContent = z.strictObject({
  title: markedLine(1000, 'Title is required'),
  categoryId: z.string('Category is required').trim().min(1, 'Category is required').max(64),
  // Other clients may send several lines; a key message is one.
  excerpt: z
    .string('Excerpt is required')
    .transform((value) => value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))
    .pipe(markedLine(KEY_MESSAGE_MAX, 'Excerpt is required', keyMessageText)),
  keywords: line(1000, { required: 'Keywords are required' }),
  abstract: richText('Abstract is required'),
  ...eachStatement(() => StatementText),
  /** The featured image, or none. */
  imageUrl: FileAddress.nullable().transform((url) => url || null),
  /** What the featured image shows, for those who do not see it. */
  imageAlt: line(300)
    .nullable()
    .transform((alt) => alt || null),
  contributors: peopleOf(ContributorForm),
})
export type ArticleContent = z.output<typeof ArticleContent>
