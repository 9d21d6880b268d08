import { escapeAttribute } from '../../contract/domain/escape.ts'
import { plainTitle, titleHtml } from '../../contract/domain/inline-markup.ts'
import { oneLine } from '../../contract/domain/one-line.ts'

/** The value of a placeholder, as plain text and as HTML. */
export interface Value {
  text: string
  html: string
}

/** On one line, so that a name or a title can neither inject a header nor add a line. */
export const plain = (text: string): Value => ({ text: oneLine(text), html: escapeAttribute(oneLine(text)) })

/** A title with its markup, where the email can show it. */
export const titled = (markup: string): Value => ({
  text: oneLine(plainTitle(markup)),
  html: oneLine(titleHtml(markup)),
})
