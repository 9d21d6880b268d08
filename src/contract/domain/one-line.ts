/** A text on one line, for headers, titles and formats that end a field with the line. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
