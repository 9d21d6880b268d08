/**
 * Unicode's normal forms bring the marks of a letter into one order, in a time that grows with the square
 * of their number: 400 kB of marks take half a minute. No language needs more than a few, and Unicode's own
 * 'stream-safe' text has at most these.
 */
export const MARKS_MAX = 30

// A first 30, and more. The two half-width signs are letters until NFKD makes marks of them.
const MORE_MARKS = /(?<![\p{M}\uFF9E\uFF9F])([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/** True when a letter carries more marks than any language needs. */
export const hasTooManyMarks = (text: string): boolean => text.search(MORE_MARKS) >= 0

/** The text in a normal form, without the marks that are too many. The only way to normalise (a lint rule). */
export const inNormalForm = (text: string, form: 'NFC' | 'NFKD'): string =>
  text.replace(MORE_MARKS, '$1').normalize(form)
