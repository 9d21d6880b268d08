import { escapeAttribute, escapeText } from '../../../../contract/rules/text/plain-text.ts'

/**
 * HTML is written as strings, in which ids and links inside the text are marked by control characters that XML
 * cannot contain. Which page of the text an id is on, and whether it exists at all, is known only at the end:
 * `resolveMarks` then writes the attributes, and a link that leads nowhere becomes plain text.
 */
const [ID, ID_END, LINK, LINK_BODY, LINK_CLOSED] = ['\u0001', '\u0002', '\u0003', '\u0004', '\u0005']
const MARKS = /\u0001([^\u0001\u0002]*)\u0002|\u0003([^\u0003\u0004]*)\u0004|\u0005/g
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Text that is safe in HTML, with runs of white space as one space. */
export const text = (raw: string): string =>
  escapeText(raw.toWellFormed().replace(FORBIDDEN, '').replace(/\s+/g, spaceOf))

/** No-break and thin spaces are kept; all others become one space. */
const spaceOf = (space: string): string => (/^[\u00a0\u2000-\u200a\u202f\u205f\u3000]+$/.test(space) ? space : ' ')

/** Text whose line breaks matter. */
export const preformatted = (raw: string): string => escapeText(raw.toWellFormed().replace(FORBIDDEN, ''))

export const attr = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${escapeAttribute(value.toWellFormed().replace(FORBIDDEN, ''))}"`

/** Blocks with a mark before the words of the first: '(i)', '1', 'a'. */
export function leading(mark: string, blocks: string[]): string {
  const [first = '', ...rest] = blocks
  if (!mark) return blocks.join('')
  const end = first.startsWith('<p') ? first.indexOf('>') + 1 : 0
  return `${first.slice(0, end)}${mark} ${first.slice(end)}${rest.join('')}`
}

/** The `id` attribute. */
export const idAttr = (id: string): string => (id === '' ? '' : `${ID}${id}${ID_END}`)

/** A link to another place in the text; `ownId` is the id of the link itself, to which a way back leads. */
export const innerLink = (id: string, html: string, attributes = '', ownId = ''): string =>
  `${LINK}${id}|${ownId}|${attributes}${LINK_BODY}${html}${LINK_CLOSED}`

/** The ids that are set in HTML with marks. */
export const idsIn = (html: string): string[] =>
  [...html.matchAll(MARKS)].flatMap(([, id, link]) => id ?? (link?.split('|', 2)[1] || []))

/** Writes the ids and links of one part; `hrefOf` knows the address of an id, or that there is none. */
export function resolveMarks(html: string, hrefOf: (id: string) => string | undefined): string {
  const open: boolean[] = []
  return html.replace(MARKS, (_mark, id?: string, link?: string) => {
    if (id !== undefined) return ` id="${id}"`
    if (link === undefined) return open.pop() ? '</a>' : ''
    const [target = '', ownId = '', ...attributes] = link.split('|')
    const href = hrefOf(target)
    open.push(href !== undefined)
    if (href === undefined) return ''
    return `<a${attributes.join('|')}${attr('id', ownId)} href="${escapeAttribute(href)}">`
  })
}

/** The tag of a heading at a level; HTML has six. */
export const headingTag = (level: number): string => `h${Math.min(6, Math.max(2, level))}`
