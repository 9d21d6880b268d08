import type { Editor } from '@tiptap/core'
import { isBlankHtml } from '../../../contract/rich-text.ts'

/** What a form gets: nothing for blank text, and not the empty lines on which the editor lets go on writing. */
export function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return isBlankHtml(html) ? '' : html.replace(/(?:<p(?: class="[^"]*")?><\/p>)+$/, '')
}
