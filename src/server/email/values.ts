import { plainTitle, titleHtml } from '../../contract/domain/inline-markup.ts'
import { escapeHtml } from '../html/html.ts'

/** What stands in the place of a name in a template, as plain text and as HTML. */
export interface Value {
  text: string
  html: string
}

/** One line without control characters: nothing in a name or a title can become a header or a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const plain = (text: string): Value => ({ text: oneLine(text), html: escapeHtml(oneLine(text)) })

/** A title with its markup, where the email can show that. */
export const titled = (markup: string): Value => ({
  text: oneLine(plainTitle(markup)),
  html: oneLine(titleHtml(markup)),
})
