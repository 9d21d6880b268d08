import { escapeAttribute } from '../../../../contract/rules/text/plain-text.ts'
import { isAllowedLink } from '../addresses.ts'
import { attribute, nameOf, type Source, type Style } from './source.ts'

/** The formatting of a text run. */
export interface Marks {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  script: 'sub' | 'sup' | null
  href: string | null
}

export const PLAIN: Marks = { bold: false, italic: false, underline: false, strike: false, script: null, href: null }

/** The marks inside an element: from its tag, then from its style. */
export function marksWithin(element: Source, style: Style, outer: Marks): Marks {
  const marks = { ...outer }
  const name = nameOf(element)
  if (name === 'b' || name === 'strong') marks.bold = true
  if (name === 'i' || name === 'em') marks.italic = true
  if (name === 'u') marks.underline = true
  if (name === 's' || name === 'strike' || name === 'del') marks.strike = true
  if (name === 'sub' || name === 'sup') marks.script = name
  if (name === 'a') {
    const href = attribute(element, 'href').trim()
    if (isAllowedLink(href)) marks.href = href
  }
  return applyStyle(marks, style)
}

function applyStyle(marks: Marks, style: Style): Marks {
  const weight = style.get('font-weight')?.toLowerCase()
  // Google Docs wraps everything in a <b> whose style sets the weight back to normal.
  if (weight) marks.bold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const slant = style.get('font-style')?.toLowerCase()
  if (slant) marks.italic = slant === 'italic' || slant.startsWith('oblique')
  const line = (style.get('text-decoration-line') ?? style.get('text-decoration'))?.toLowerCase()
  if (line?.includes('underline')) marks.underline = true
  if (line?.includes('line-through')) marks.strike = true
  if (line?.startsWith('none')) marks.underline = marks.strike = false
  const height = style.get('vertical-align')?.toLowerCase()
  if (height === 'sub') marks.script = 'sub'
  if (height === 'super') marks.script = 'sup'
  if (height === 'baseline') marks.script = null
  return marks
}

/** The tags of a run, outermost first. Links are underlined and headings bold by default. */
export function tagsOf(marks: Marks, inHeading: boolean): [open: string, close: string][] {
  const tags: [string, string][] = []
  const add = (name: string, attributes = '') => tags.push([`<${name}${attributes}>`, `</${name}>`])
  if (marks.href !== null) add('a', ` href="${escapeAttribute(marks.href)}"`)
  if (marks.bold && !inHeading) add('strong')
  if (marks.italic) add('em')
  if (marks.underline && marks.href === null) add('u')
  if (marks.strike) add('s')
  if (marks.script) add(marks.script)
  return tags
}
