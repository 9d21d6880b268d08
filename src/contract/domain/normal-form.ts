/**
 * Unicode's normal forms bring the marks of a letter into one order, in a time that grows with the square
 * of their number: 400 kB of marks take half a minute. No language needs more than a few, and Unicode's own
 * 'stream-safe' text has at most these.
 */
export const MARKS_MAX = 30

// The two half-width signs are letters until NFKD makes marks of them.
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu

const firstMarks = (marks: string): string =>
  marks.length <= MARKS_MAX ? marks : [...marks].slice(0, MARKS_MAX).join('')

/** True when a letter carries more marks than any language needs. */
export const hasTooManyMarks = (text: string): boolean =>
  (text.match(MARKS) ?? []).some((marks) => firstMarks(marks) !== marks)

/** The text in a normal form, without the marks that are too many. The only way to normalise (a lint rule). */
export const inNormalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(MARKS, firstMarks).normalize(form)
