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
