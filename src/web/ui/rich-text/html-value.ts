import type { Editor } from '@tiptap/core'
import { isBlankHtml } from '../../../contract/rules/text/rich-text.ts'

/** The value for a form: empty for blank text, and without the trailing empty lines that the editor adds. */
export function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : withoutLastLines(html)
}

const EMPTY_LINE = /^<p(?: class="[^"]*")?><\/p>$/

/** Removes empty lines at the end of a text. */
export function withoutLastLines(html: string): string {
  let end = html.length
  let line = html.lastIndexOf('<p')
  while (line >= 0 && EMPTY_LINE.test(html.slice(line, end))) {
    end = line
    line = html.lastIndexOf('<p', end - 1)
  }
  return html.slice(0, end)
}
