import { withoutStyles } from './paste/source.ts'
import { cleanTree, type Cleaned } from './paste/walk.ts'

/**
 * HTML of the clipboard as the journal's own: text with bold, italic, underline, strike, sub- and
 * superscript, headings, lists, links and pictures. Fonts, colours, sizes, comments, Word's and
 * Google Docs' scaffolding and empty paragraphs stay behind. What one copies within an editor
 * comes as it is: the schema takes from it what it knows.
 */
export function cleanPaste(html: string): Cleaned {
  const safe = withoutStyles(html)
  if (safe.includes('data-pm-slice')) return { html: safe, picturesLeftOut: 0 }
  return cleanTree(new DOMParser().parseFromString(safe, 'text/html').body)
}

/** Plain text without characters that the journal's forms refuse; Word's soft line break becomes a line break. */
export const cleanPastedText = (text: string): string =>
  text.replaceAll('\v', '\n').replace(/[\u0000-\u0008\u000C\u000E-\u001F\u007F\u200B\uFEFF]/g, '')
