import type { Element } from '@xmldom/xmldom'
import { attribute, children, isText, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { classesOfStyle, latinName } from './styles.ts'
import { ancestor } from './ids.ts'
import { crossReference, emailLink, externalLink, hrefOf, inlineNote, outerLink } from './links.ts'
import type { Handler } from './rendering.ts'
import { attr, text } from './write.ts'

const inTag =
  (tag: string, className = ''): Handler =>
  (element, rendering) => {
    const html = rendering.inlineOf(element)
    return html ? `<${tag}${rendering.id(element)}${attr('class', className)}>${html}</${tag}>` : ''
  }

/** Elements that mean something to programs; readers see what they hold. */
const plain: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const html = rendering.inlineOf(element)
  return id ? `<span${id}>${html}</span>` : html
}

const PLAIN = names(
  'abbrev named-content funding-source award-id institution institution-wrap roman sans-serif term-head def-head',
  'label title subtitle article-title chem-struct year month day season era date date-in-citation string-date',
  'anonymous collab collab-alternatives name-alternatives string-name surname given-names prefix suffix nickname degrees role etal',
  'source volume issue issue-title issue-part volume-id issue-id part-title trans-subtitle fpage lpage page-range elocation-id pub-id person-group contrib contrib-group aff addr-line city state',
  'country postal-code phone fax fixed-case x price size std principal-award-recipient principal-investigator kwd compound-kwd',
  'compound-kwd-part compound-subject compound-subject-part nested-kwd unstructured-kwd-group copyright-statement copyright-year copyright-holder license',
  'license-p textual-form attrib data-title version private-char glyph-data chapter-title trans-title',
  'trans-source publisher-name publisher-loc edition isbn issn comment conf-name conf-date conf-loc patent series gov',
  'access-date conf-acronym conf-num conf-sponsor conf-theme event event-desc issue-sponsor issue-subtitle issue-title-group series-text',
  'series-title std-organization string-conf time-stamp volume-issue-group volume-series glyph-ref alt-title see see-also',
  'support-source resource-name resource-id resource-group resource-wrap award-name award-desc meta-name meta-value on-behalf-of',
)

function names(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

const italic: Handler = (element, rendering) => {
  const html = rendering.inlineOf(element)
  if (!html.trim()) return html
  const { words, isLatin } = latinName(html, nodesOf(element).every(isText) ? rawText(element) : '')
  return `<i${rendering.id(element)}${isLatin ? ' lang="la"' : ''}>${words}</i>`
}

const styled: Handler = (element, rendering) => {
  const html = rendering.inlineOf(element)
  const classes = classesOfStyle(`${attribute(element, 'style')};${attribute(element, 'style-type')}`)
  return classes ? `<span${rendering.id(element)}${attr('class', classes)}>${html}</span>` : html
}

/** A rule in a cell separates what is above from what is below. */
const rule: Handler = (element) => (ancestor(element, 'td', 'th', 'p')?.localName === 'p' ? ' ' : '<hr>')

const name: Handler = (element, rendering) =>
  children(element)
    .map((part) => rendering.inline([part]))
    .filter(Boolean)
    .join(' ')

const related: Handler = (element, rendering) => {
  const html = rendering.inlineOf(element)
  const href = hrefOf(element)
  return html || href ? outerLink(href, html || text(href!), rendering) : ''
}

const ruby: Handler = (element, rendering) =>
  `<ruby>${children(element)
    .map((part) => (nameOf(part) === 'rt' ? `<rt>${rendering.inlineOf(part)}</rt>` : rendering.inlineOf(part)))
    .join('')}</ruby>`

/** One of several forms of the same thing: what can be read comes first. */
const FORMS = ['math', 'tex-math', 'textual-form', 'preformat', 'code', 'inline-graphic', 'graphic']
export const preferredForm = (element: Element): Element | undefined =>
  FORMS.flatMap((form) => children(element, form))[0] ?? children(element)[0]

const alternatives: Handler = (element, rendering) => {
  const form = preferredForm(element)
  return form ? rendering.inline([form]) : ''
}

const inlineGraphic: Handler = (element, rendering) => {
  const href = attribute(element, 'href')
  const picture = rendering.options.image(href)
  const alt = children(element, 'alt-text').map(rawText).join(' ')
  if (picture)
    return `<img class="in-line"${attr('src', picture.src)}${sizes(picture)}${attr('alt', alt || 'Symbol')} loading="lazy">`
  return `<span class="no-picture">[${text(alt || 'symbol shown as a picture')}]</span>`
}

export const sizes = ({ width, height }: { width: number | null; height: number | null }): string =>
  width && height ? ` width="${Math.round(width)}" height="${Math.round(height)}"` : ''

const anchorOnly: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const html = rendering.inlineOf(element)
  return id || html ? `<span${id}>${html}</span>` : ''
}

export const INLINE: Record<string, Handler> = {
  ...Object.fromEntries(PLAIN.map((each) => [each, plain])),
  alternatives,
  bold: inTag('b'),
  break: () => '<br>',
  email: emailLink,
  'ext-link': externalLink,
  fn: inlineNote,
  hr: rule,
  'inline-graphic': inlineGraphic,
  'inline-media': externalLink,
  'inline-supplementary-material': externalLink,
  italic,
  monospace: inTag('code'),
  name,
  overline: inTag('span', 'over'),
  'related-article': related,
  'related-object': related,
  ruby,
  sc: inTag('span', 'sc'),
  'self-uri': externalLink,
  strike: inTag('s'),
  'styled-content': styled,
  sub: inTag('sub'),
  sup: inTag('sup'),
  target: anchorOnly,
  underline: inTag('u'),
  uri: externalLink,
  xref: crossReference,
}
