/** Collapses a text to one line, for headers, titles and line-based formats. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
