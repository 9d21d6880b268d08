import { escapeAttribute } from '../../contract/domain/escape.ts'
import { plainTitle, titleHtml } from '../../contract/domain/inline-markup.ts'
import { oneLine } from '../../contract/domain/one-line.ts'

/** What stands in the place of a name in a template, as plain text and as HTML. */
export interface Value {
  text: string
  html: string
}

/** On one line, so that nothing in a name or a title can become a header or a line of its own. */
export const plain = (text: string): Value => ({ text: oneLine(text), html: escapeAttribute(oneLine(text)) })

/** A title with its markup, where the email can show that. */
export const titled = (markup: string): Value => ({
  text: oneLine(plainTitle(markup)),
  html: oneLine(titleHtml(markup)),
})
