import { textOfHtml } from './inline-markup.ts'

/** True when rich text says nothing: no words and no image (an empty editor writes `<p></p>`). */
export const isBlankHtml = (html: string): boolean => textOfHtml(html) === '' && !/<img\s/i.test(html)

/** Words of a text, for the policy's limits: runs of letters and digits, with their hyphens and marks. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0
