import { z } from 'zod'
import { keyMessageText, plainTitle, titleHtml } from '../rules/text/inline-markup.ts'
import { KEY_MESSAGE_MAX } from '../rules/articles/key-message.ts'
import { eachStatement, STATEMENT_MAX } from '../rules/articles/statements.ts'
import { ContributorForm } from './contributors.ts'
import { line, text } from './field-schemas.ts'
import { richText } from './rich-text-field.ts'

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
export const FileAddress = z.string().max(1000)

export const NO_AUTHOR = 'At least one author is required to submit the research'

export const AUTHORS_MAX = 100
export const TOO_MANY_AUTHORS = `Please name at most ${AUTHORS_MAX} authors`

/** An optional statement; blank is treated as absent. */
const StatementText = text(STATEMENT_MAX)
  .nullable()
  .transform((statement) => statement?.trim() || null)

/** An ordered list of an article's people. */
export const peopleOf = <P extends z.ZodType>(person: P) =>
  z.array(person, NO_AUTHOR).min(1, NO_AUTHOR).max(AUTHORS_MAX, TOO_MANY_AUTHORS)

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
    .transform((value) => value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))
    .pipe(markedLine(KEY_MESSAGE_MAX, 'Excerpt is required', keyMessageText)),
  keywords: line(1000, { required: 'Keywords are required' }),
  abstract: richText('Abstract is required'),
  ...eachStatement(() => StatementText),
  /** The featured image, if any. */
  imageUrl: FileAddress.nullable().transform((url) => url || null),
  /** Alternative text of the featured image. */
  imageAlt: line(300)
    .nullable()
    .transform((alt) => alt || null),
  contributors: peopleOf(ContributorForm),
})
export type ArticleContent = z.output<typeof ArticleContent>
