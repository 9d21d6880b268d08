import type { Editor } from '@tiptap/core'
import { isBlankHtml } from '../../../contract/domain/rich-text.ts'

/** What a form gets: nothing for blank text, and not the empty lines on which the editor lets go on writing. */
export function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : withoutLastLines(html)
}

const EMPTY_LINE = /^<p(?: class="[^"]*")?><\/p>$/

/** Without the empty lines at the end of a text. */
export function withoutLastLines(html: string): string {
  let end = html.length
  let line = html.lastIndexOf('<p')
  while (line >= 0 && EMPTY_LINE.test(html.slice(line, end))) {
    end = line
    line = html.lastIndexOf('<p', end - 1)
  }
  return html.slice(0, end)
}
