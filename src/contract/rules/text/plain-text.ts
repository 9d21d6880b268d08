/**
 * Unicode normalisation sorts the combining marks of a letter in quadratic time: 400 kB of marks take half a
 * minute. No language needs more than a few, and Unicode's 'stream-safe' text format has at most these.
 */
export const MARKS_MAX = 30

// The two half-width signs are letters until NFKD turns them into marks.
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu

const firstMarks = (marks: string): string =>
  marks.length <= MARKS_MAX ? marks : [...marks].slice(0, MARKS_MAX).join('')

/** True if a letter carries more marks than any language needs. */
export const hasTooManyMarks = (text: string): boolean =>
  (text.match(MARKS) ?? []).some((marks) => firstMarks(marks) !== marks)

/** Normalises a text after dropping excess marks. The only place that normalises (enforced by a lint rule). */
export const inNormalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(MARKS, firstMarks).normalize(form)

/** Collapses a text to one line, for headers, titles and line-based formats. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** At most `longest` characters of a text, cut at a word boundary. */
export const wholeWords = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/(?<!\s)\s+\S*$/, '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const entity = (character: string): string => ENTITIES[character]!

/** Escapes text for the content of HTML and XML elements. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, entity)

/** Escapes text for attribute values as well. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, entity)

/** A number with its noun: '1 article', '12 articles'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/**
 * The paragraphs of a text that a person has written, each as its lines. Blank lines separate paragraphs; nothing
 * in the text is read as markup.
 */
export function paragraphsOf(written: string): string[][] {
  const all: string[][] = [[]]
  for (const line of written.split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine)) {
    if (line) all.at(-1)!.push(line)
    else if (all.at(-1)!.length) all.push([])
  }
  return all.filter((lines) => lines.length)
}

/** The id of a heading: 'Terms of Service' becomes `terms-of-service`, linked as `#terms-of-service`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
