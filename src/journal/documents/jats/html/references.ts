import type { Element } from '@xmldom/xmldom'
import { child, children, nameOf, rawText } from '../nodes.ts'
import { citationHtml } from './citation.ts'
import { headingTag } from './headings.ts'
import type { Piece } from './parts.ts'
import { referenceLinks } from './reference-links.ts'
import type { Rendering } from './rendering.ts'
import { idAttr, innerLink, text } from './write.ts'

/** A list of references, with the places that cite each. `id` is that of its section. */
export function referenceList(element: Element, id: string, rendering: Rendering): Piece[] {
  const title = rendering.inlineOf(child(element, 'title')) || 'References'
  const own = children(element, 'ref')
  const tag = headingTag(rendering.level)
  const count = own.length ? ` <span class="count-n">${own.length}</span>` : ''
  const named = rendering.level === 2 ? ` aria-labelledby="${id}-h"` : ''
  const head = `<${tag}${idAttr(`${id}-h`)}>${title}${count}</${tag}>`
  const before = rendering.quietly(() => rendering.blocks(element, 'label', 'title', 'ref', 'ref-list'))
  rendering.level++
  const inner = children(element, 'ref-list').flatMap((list) => referenceList(list, rendering.ids.of(list), rendering))
  rendering.level--
  if (!own.length && !inner.length && !before.length) return []
  const lists = own.length ? [listOf(own, rendering)] : []
  return [
    {
      open: `<section${idAttr(id)}${named}>${head}`,
      again: `<section class="again"><${tag}>${title} <span class="again-t">continued</span></${tag}>`,
      close: '</section>',
      items: [...before, ...lists, ...inner],
    },
  ]
}

const NUMBER = /^[[(]?(\d+)[\])]?\.?$/

/** The list of the entries: numbered as in the article, or by name. */
export function listOf(refs: Element[], rendering: Rendering): Piece {
  const labels = refs.map((ref) => rawText(child(ref, 'label')))
  const numbers = labels.map((label) => NUMBER.exec(label)?.[1])
  const numbered = numbers.filter(Boolean).length * 2 > refs.length
  const items = refs.map((ref, index) => {
    const value = numbered && numbers[index] ? ` value="${numbers[index]}"` : ''
    const label = labels[index] && !value ? `<span class="ref-n">${text(labels[index]!)}</span> ` : ''
    return `<li${rendering.id(ref)}${value} tabindex="-1">${referenceHtml(ref, label, !numbered, rendering)}</li>`
  })
  const open = numbered ? '<ol class="refs" role="list">' : '<ul class="refs by-name" role="list">'
  return { open, again: open, close: numbered ? '</ol>' : '</ul>', items }
}

const CITATIONS = new Set([
  'mixed-citation',
  'element-citation',
  'nlm-citation',
  'citation',
  'citation-alternatives',
  'product',
])

function referenceHtml(ref: Element, label: string, byName: boolean, rendering: Rendering): string {
  return rendering.quietly(() => {
    const citations = children(ref).flatMap((part) => (CITATIONS.has(nameOf(part)) ? [preferred(part)] : []))
    const entries = citations.map(
      (citation, index) => `<p>${index ? '' : label}${citationHtml(citation, byName, rendering)}</p>`,
    )
    const others = rendering.blocks(ref, 'label', ...CITATIONS)
    const links = referenceLinks(citations).map(
      ({ href, name, className }) =>
        `<span><a${className ? ` class="${className}"` : ''} href="${href}">${name}</a></span>`,
    )
    const places = rendering.citings.of(ref).map(({ anchor, place }) => innerLink(anchor, text(short(place.label))))
    const back = places.length ? `<span class="back">Cited in ${places.join(' ')}</span>` : ''
    const go = links.length || back ? `<p class="ref-go">${links.join('')}${back}</p>` : ''
    return `${entries.join('') || `<p>${label}</p>`}${others.join('')}${go}`
  })
}

/** Of several forms of a citation, the one that is worded. */
function preferred(part: Element): Element {
  if (nameOf(part) !== 'citation-alternatives') return part
  return children(part, 'mixed-citation')[0] ?? children(part)[0] ?? part
}

/** The label of a place: a section's number, or the beginning of its title. */
const short = (label: string): string => (label.length > 40 ? `${label.slice(0, 38).trimEnd()}…` : label || 'the text')
