import { plainTitle, titleHtml } from '../../contract/rules/text/inline-markup.ts'
import { escapeAttribute, oneLine, paragraphsOf } from '../../contract/rules/text/plain-text.ts'
import { link, PARAGRAPH, READING, styled } from './styles.ts'

/**
 * Where a template may use a value: `words` and a `title` in any line, an `address` also as the address of a
 * link, `paragraphs` only as a paragraph of their own. A paragraph that is nothing but a title is set as one.
 */
export type Use = 'words' | 'title' | 'address' | 'paragraphs'

/** The value of a placeholder, as plain text and as HTML. */
export interface Value {
  use: Use
  text: string
  html: string
}

/** On one line, so that a name or a title can neither inject a header nor add a line. */
export const plain = (text: string): Value => ({
  use: 'words',
  text: oneLine(text),
  html: escapeAttribute(oneLine(text)),
})

/** A title with its markup, where the email can show it. */
export const titled = (markup: string): Value => ({
  use: 'title',
  text: oneLine(plainTitle(markup)),
  html: oneLine(titleHtml(markup)),
})

/** True for words of which a mail program may make a link: what nobody has looked at yet is not shown then. */
export const mayBecomeLink = (text: string): boolean => /:\/\/|@|[\p{L}\d]\.\p{L}{2}/u.test(text)

/** The address of a link, made by the program and never by a person. */
export const address = (url: string): Value => ({ ...plain(url), use: 'address' })

/**
 * A text of several paragraphs that a person has written. Blank lines separate paragraphs and line breaks are
 * kept; nothing in it is read as markup or made a link.
 */
export function paragraphs(written: string): Value {
  const full = paragraphsOf(written)
  return {
    use: 'paragraphs',
    text: full.map((lines) => lines.join('\n')).join('\n\n'),
    html: paragraphsHtml(full, READING),
  }
}

/** Works, one below the other, each a link with its title and a line about it. */
export const listed = (works: readonly { title: string; about: string; url: string }[]): Value => ({
  use: 'paragraphs',
  text: works.map(({ title, about, url }) => [oneLine(plainTitle(title)), oneLine(about), url].join('\n')).join('\n\n'),
  html: works
    .map(
      ({ title, about, url }) =>
        `<p style="${styled(PARAGRAPH)}"><a href="${escapeAttribute(url)}" style="${styled(link())}">${oneLine(titleHtml(title))}</a><br />${escapeAttribute(oneLine(about))}</p>`,
    )
    .join('\n'),
})

/** Paragraphs as HTML, each with the same style. */
export const paragraphsHtml = (
  all: readonly (readonly string[])[],
  style: Parameters<typeof styled>[0],
  htmlOf: (line: string) => string = escapeAttribute,
): string => all.map((lines) => `<p style="${styled(style)}">${lines.map(htmlOf).join('<br />')}</p>`).join('\n')
