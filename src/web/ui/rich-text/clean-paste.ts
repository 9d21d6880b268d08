import { withoutStyles } from './paste/source.ts'
import { cleanTree, type Cleaned } from './paste/walk.ts'

/**
 * Converts clipboard HTML to the journal's own: text with bold, italic, underline, strike, subscripts and
 * superscripts, headings, lists, links and pictures. Fonts, colours, sizes, comments, the wrappers of Word
 * and Google Docs and empty paragraphs are dropped. Content copied within an editor is passed through: the
 * schema filters it.
 */
export function cleanPaste(html: string): Cleaned {
  const safe = withoutStyles(html)
  if (safe.includes('data-pm-slice')) return { html: safe, picturesLeftOut: 0 }
  return cleanTree(new DOMParser().parseFromString(safe, 'text/html').body)
}

/** Plain text without characters that the journal's forms reject; Word's soft line break becomes a line break. */
export const cleanPastedText = (text: string): string =>
  text.replaceAll('\v', '\n').replace(/[\u0000-\u0008\u000C\u000E-\u001F\u007F\u200B\uFEFF\uFFFE\uFFFF]/g, '')
