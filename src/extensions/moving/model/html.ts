import { sanitiseRichText } from '../../../platform/html/sanitise.ts'
import { withoutEntities } from './plain.ts'

/** HTML of the old journal as ours may show it. */
export interface CleanedHtml {
  html: string
  /** Whether every word is still there; if not, an editor compares. */
  keepsWords: boolean
}

/** Cleans HTML by the rules that hold for everything an editor writes, and compares the words before and after. */
export function cleanedHtml(html: string): CleanedHtml {
  const cleaned = sanitiseRichText(html)
  return { html: cleaned, keepsWords: lettersIn(html) === lettersIn(cleaned) }
}

/** HTML without any letter, such as `<p><br></p>`, is none. */
export const isEmptyHtml = (html: string): boolean => lettersIn(html) === '' && !/<img\s/i.test(html)

/** The letters and digits that a reader sees: cleaning may join and part words by its tags, and lose none. */
export const lettersIn = (html: string): string =>
  withoutEntities(shownText(html).replace(/&(?:nbsp|shy|ensp|emsp|thinsp);/g, '')).replace(/[^\p{L}\p{N}]/gu, '')

/** Their content is no text of the page. */
const UNSHOWN = ['script', 'style', 'noscript', 'textarea', 'option']

/** The text between the tags, in one pass; a sign `<` before what is no name, as in 'p < 0.05', is text. */
function shownText(html: string): string {
  const pieces: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    pieces.push(html.slice(at, open))
    const next = html[open + 1] ?? ''
    if (!/[A-Za-z/!?]/.test(next)) {
      pieces.push('<')
      at = open + 1
      continue
    }
    const isComment = html.startsWith('<!--', open)
    const close = html.indexOf(isComment ? '-->' : '>', open + 1)
    if (close < 0) return pieces.join('')
    at = close + (isComment ? 3 : 1)
    const name = /^[a-z]+/i.exec(html.slice(open + 1, open + 12))?.[0].toLowerCase()
    if (name && UNSHOWN.includes(name)) at = endOf(name, html, at)
  }
  pieces.push(html.slice(at))
  return pieces.join('')
}

/** Where an element ends whose content is not shown; the end of the text if it never does. */
function endOf(name: string, html: string, from: number): number {
  for (let open = html.indexOf('</', from); open >= 0; open = html.indexOf('</', open + 2)) {
    if (html.slice(open + 2, open + 2 + name.length).toLowerCase() === name) return open
  }
  return html.length
}
