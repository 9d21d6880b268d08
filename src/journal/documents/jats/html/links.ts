import type { Element } from '@xmldom/xmldom'
import { doiIn, doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { attribute, child, nodesOf, rawText, addAll } from '../model/nodes.ts'
import { ridsOf } from './ids.ts'
import type { Handler, Rendering } from './rendering.ts'
import { attr, innerLink, leading, text } from './write.ts'

/** The address of an external link; undefined for anything but the web and email. */
export function hrefOf(element: Element): string | undefined {
  const raw = attribute(element, 'href') || rawText(element)
  const type = attribute(element, 'ext-link-type')
  if (raw.length > 2_000) return undefined
  if (/^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(raw)) return raw
  const doi = doiIn(raw)
  if (doi) return doiUrl(doi)
  if (type === 'pmid' && /^\d+$/.test(raw)) return pubmedUrl(raw)
  if (/^pmc(?:id)?$/.test(type) && /^(?:PMC)?\d+$/i.test(raw)) return pmcUrl(raw)
  return /^www\.[^\s<>"]+$/i.test(raw) ? `https://${raw}` : undefined
}

export const pubmedUrl = (pmid: string): string => `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`
export const pmcUrl = (pmcid: string): string =>
  `https://pmc.ncbi.nlm.nih.gov/articles/PMC${pmcid.replace(/^PMC/i, '')}/`

/** A link that leaves the site, unless it would stand in another link. */
export function outerLink(href: string | undefined, html: string, rendering: Rendering, className = ''): string {
  return href === undefined || rendering.insideLink
    ? html
    : `<a${attr('class', className)}${attr('href', href)}>${html}</a>`
}

function linked(rendering: Rendering, element: Element, write: (html: string) => string): string {
  if (rendering.insideLink) return rendering.inlineOf(element)
  rendering.insideLink = true
  const html = rendering.inlineOf(element)
  rendering.insideLink = false
  return html.trim() ? write(html) : ''
}

export const externalLink: Handler = (element, rendering) => {
  const href = hrefOf(element)
  const html = linked(rendering, element, (words) => outerLink(href, words, rendering))
  return html || (href === undefined ? '' : outerLink(href, text(href), rendering))
}

export const emailLink: Handler = (element, rendering) => {
  const address = rawText(element)
  const isOne = /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)
  return linked(rendering, element, (html) => outerLink(isOne ? `mailto:${address}` : undefined, html, rendering))
}

/** A cross-reference: to a reference, a float, a note, a section. Citations are remembered for the way back. */
export const crossReference: Handler = (xref, rendering) => {
  const targets = ridsOf(xref).flatMap((id) => rendering.ids.target(id) ?? [])
  addAll(rendering.cited, targets)
  const target = targets.find((one) => rendering.ids.of(one))
  const plain = target && !nodesOf(xref).length ? text(rawText(child(target, 'label')) || '*') : ''
  if (!target || rendering.insideLink) return plain || rendering.inlineOf(xref)
  const anchor = rendering.citings.add(targets, rendering.ids, rendering.place)
  const link = (html: string) => innerLink(rendering.ids.of(target), html, ' class="xr"', anchor)
  return plain ? link(plain) : linked(rendering, xref, link)
}

/** A footnote inside the text: its mark stays, its words go to the end. */
export const inlineNote: Handler = (note, rendering) => {
  const mark = rawText(child(note, 'label')) || String(rendering.footnotes.length + 1)
  const anchor = rendering.citings.add([note], rendering.ids, rendering.place)
  // Its place is taken before its words are written: they may hold a note themselves.
  const at = rendering.footnotes.push('') - 1
  const words = leading(`<span class="fn-n">${text(mark)}</span>`, rendering.blocks(note, 'label'))
  rendering.footnotes[at] = `<li${rendering.id(note)}>${words}${wayBack(note, rendering)}</li>`
  return `<sup>${innerLink(rendering.ids.of(note), text(mark), ' class="xr"', anchor)}</sup>`
}

/** The links from a note back to where it is cited. */
export const wayBack = (note: Element, rendering: Rendering): string =>
  rendering.citings
    .of(note)
    .map(({ anchor }) => innerLink(anchor, '↩', ' class="fn-back" aria-label="Back to the text"'))
    .join(' ')
