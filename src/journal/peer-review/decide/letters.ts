import MarkdownIt from 'markdown-it'
import { LETTER_KINDS, type LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import { oneLine } from '../../../contract/rules/text/plain-text.ts'
import { templateText } from '../../../platform/email/templates.ts'
import type { Promised } from '../../settings/promised.ts'
import { journal } from '../../../contract/journal.ts'
import { withLanguages } from '../../../contract/rules/text/markdown-languages.ts'
import {
  checkBraces,
  fillIn,
  inMarkdown,
  journalValue,
  readTextFile,
  type TextFile,
} from '../../../platform/text-file.ts'

/** What a letter may name, besides the journal's own values. */
export const LETTER_VALUES = ['authors', 'title', 'number', 'due', 'editor', 'reviewers'] as const
export type LetterValues = Readonly<Record<(typeof LETTER_VALUES)[number], string>>

/** The letter of one decision: plain text with placeholders, `{{name}}`. */
export interface LetterTemplate {
  file: string
  /** When it is sent. */
  about: string
  text: string
}
/** The letters of the moment: what is published changes them while the program runs. */
export type Letters = Pick<ReadonlyMap<LetterKind, LetterTemplate>, 'get'>

/** Decisions that ask for a revision, and so name a day. */
export const REVISION_KINDS = ['return', 'minor', 'major'] as const satisfies LetterKind[]
export const asksForRevision = (kind: LetterKind): kind is (typeof REVISION_KINDS)[number] =>
  (REVISION_KINDS as readonly LetterKind[]).includes(kind)

const JOURNAL = 'journal.'
/** What differs by manuscript is filled in with the others: each is held to what was promised when it was sent. */
const PROMISED = ['fees.', 'limits.', 'review.'].map((part) => JOURNAL + part)
const isPromised = (name: string): boolean => PROMISED.some((part) => name.startsWith(part))
const markdown = withLanguages(new MarkdownIt({ typographer: true, linkify: false, html: false }))

/**
 * Reads the letter of every decision once at startup. Throws a one-sentence error that names the file if one is
 * missing, or uses a value or an element that letters do not have.
 */
export function readLetters(folder: string): Letters {
  return new Map(
    LETTER_KINDS.map((kind) => [kind, letterTemplate(kind, readTextFile(folder, `letters/${kind}`, 'letter'))]),
  )
}

/** The letter of a decision from its text. Throws a one-sentence error as `readLetters` does. */
export function letterTemplate(kind: LetterKind, { file, head, body }: TextFile): LetterTemplate {
  if (!head.about) throw new Error(`The letter ${file} needs a line at its top that begins with about:.`)
  const allowed = LETTER_VALUES.filter((name) => name !== 'due' || asksForRevision(kind))
  const isOwn = (name: string) => (allowed as readonly string[]).includes(name)
  const filled = fillIn(body, (name) => {
    if (isOwn(name)) return `{{${name}}}`
    const value = name.startsWith(JOURNAL) ? journalValue(name.slice(JOURNAL.length)) : undefined
    if (value !== undefined) return isPromised(name) ? `{{${name}}}` : inMarkdown(value)
    throw new Error(
      `The letter ${file} asks for {{${name}}}. It may name ${allowed.join(', ')}, and the journal's own values, such as journal.contact.email.`,
    )
  })
  const text = templateText(markdown.parse(filled, {}), file, 'letter')
  checkBraces(text, (name) => isOwn(name) || isPromised(name), 'letter', file)
  return { file, about: head.about, text }
}

/** A letter with its values, each on one line, and with what its manuscript was promised. */
export const filledLetter = ({ text }: LetterTemplate, values: LetterValues, promised: Promised = journal()): string =>
  fillIn(text, (name) =>
    oneLine(
      isPromised(name)
        ? (journalValue(name.slice(JOURNAL.length), promised) ?? '')
        : values[name as keyof LetterValues],
    ),
  )

/** What an editor has to fill in: words in square brackets that are no link. */
const BLANK = /\[[^[\]\n]+\](?!\()/g

/** Stands for the name of an administrator who has not given one yet. */
export const EDITOR_BLANK = '[Your name]'

/** The first blank of its template that is still in a letter as an editor would send it; undefined: there is none. */
export const blankIn = ({ text }: LetterTemplate, letter: string): string | undefined =>
  [...text.matchAll(BLANK)]
    .map(([blank]) => blank)
    .concat(EDITOR_BLANK)
    .find((blank) => letter.includes(blank))

/** Made-up values, for the preview. */
export const LETTER_EXAMPLE: LetterValues = {
  authors: 'Nasreen Baloch, Idris Olukoya and Farid Haidari',
  title: 'Stomatal closure precedes leaf rolling in Pennisetum glaucum under terminal drought',
  number: '2026-041',
  due: 'June 30, 2026',
  editor: 'Samina Farooqi',
  reviewers: 'Two reviewers have',
}
