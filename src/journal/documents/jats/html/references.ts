import type { Element, Node } from '@xmldom/xmldom'
import { doiIn, doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { escapeAttribute } from '../../../../contract/rules/text/plain-text.ts'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import {
  CITATIONS,
  type Entry,
  hasOwnWords,
  identifiersIn,
  namePartsOf,
  Parts,
  peopleIn,
  readEntry,
  separators,
} from '../read/citation.ts'
import { pmcUrl, pubmedUrl } from './links.ts'
import type { Piece } from './parts.ts'
import type { Rendering } from './rendering.ts'
import { idAttr, innerLink, text, headingTag } from './write.ts'

interface ReferenceLink {
  href: string
  name: string
  className?: string
}

/** Which identifiers lead where. */
const KINDS: { types: RegExp; valid: RegExp; link: (id: string) => ReferenceLink }[] = [
  { types: /^doi$/, valid: /^10\.\d{4,9}\/\S+$/, link: (id) => ({ href: doiUrl(id), name: 'DOI' }) },
  { types: /^(?:pmid|pubmed|medline)$/, valid: /^\d{1,9}$/, link: (id) => ({ href: pubmedUrl(id), name: 'PubMed' }) },
  {
    types: /^pmc(?:id)?$/,
    valid: /^(?:PMC)?\d{1,9}$/i,
    link: (id) => ({ href: pmcUrl(id), name: 'Open access', className: 'oa' }),
  },
]

/** The identifiers that become links below an entry, in a fixed order and once each. */
function referenceLinks(citations: Element[]): ReferenceLink[] {
  const ids = citations.flatMap(identifiersIn).map(identifier)
  return KINDS.flatMap(({ types, valid, link }) => {
    const id = ids.find((one) => types.test(one.type) && valid.test(one.value))
    if (!id) return []
    const found = link(id.value)
    return [{ ...found, href: escapeAttribute(found.href) }]
  })
}

function identifier(element: Element): { type: string; value: string } {
  const type = (attribute(element, 'pub-id-type') || attribute(element, 'ext-link-type')).toLowerCase()
  const raw = element.localName === 'ext-link' ? attribute(element, 'href') || rawText(element) : rawText(element)
  const doi = type === 'doi' || element.localName === 'ext-link' ? doiIn(raw) : undefined
  return doi ? { type: 'doi', value: doi } : { type, value: raw }
}

/** Whether an identifier has a link below its entry, so that its text need not stand in it. */
function becomesLink(element: Element): boolean {
  const { type, value } = identifier(element)
  return KINDS.some((kind) => kind.types.test(type) && kind.valid.test(value))
}

/** One entry of the references: as worded in the file, or composed of its parts. */
function citationHtml(citation: Element, byName: boolean, rendering: Rendering): string {
  return (hasOwnWords(citation) ? worded(citation, rendering) : composed(citation, byName, rendering)).trim()
}

/** What stands before an identifier that is a link below the entry. */
const LEADS = [
  'https://doi.org/',
  'http://doi.org/',
  'http://dx.doi.org/',
  'https://dx.doi.org/',
  'doi',
  'pmid',
  'pmcid',
  'pubmed',
]

/** Without a lead such as 'doi:' at the end, and its bracket. */
function withoutLead(html: string): string {
  const end = html.trimEnd().replace(/:$/, '').trimEnd()
  const lead = LEADS.find((each) => end.toLowerCase().endsWith(each))
  return lead ? end.slice(0, -lead.length).replace(/[[(]$/, '') : html
}

function worded(citation: Element, rendering: Rendering): string {
  const nodes = nodesOf(citation)
  const isGone = (node: Node) => isElement(node) && nameOf(node) === 'pub-id' && becomesLink(node)
  const before = separators(nodes.filter((node) => !isGone(node)))
  const pieces: string[] = []
  let removed = false
  for (const node of nodes) {
    if (isGone(node)) {
      pieces.push(withoutLead(pieces.pop() ?? ''))
      removed = true
      continue
    }
    pieces.push(before.get(node) ?? '')
    const html = isElement(node) ? part(node, rendering) : rendering.inline([node])
    // Where an identifier was, its stop is left over.
    pieces.push(removed ? html.replace(/^\s*[.,;\])]/, '') : html)
    removed = false
  }
  return withoutLastMark(pieces.join('').trimEnd())
}

/** Where identifiers were, a comma or semicolon is left over. */
const withoutLastMark = (html: string): string =>
  html.endsWith(',') || (html.endsWith(';') && !/&[a-z]{2,6};$/.test(html)) ? html.slice(0, -1).trimEnd() : html

/** A part of an entry: the journal or book as a title, names with commas between them. */
function part(element: Element, rendering: Rendering): string {
  const name = nameOf(element)
  if (name === 'source') return `<cite>${rendering.inlineOf(element)}</cite>`
  if (name === 'person-group') return worded(element, rendering)
  if (name === 'name' || name === 'string-name')
    return name === 'name' ? personName(element, rendering) : rendering.inlineOf(element)
  if (name === 'pub-id' && !rawText(element)) return ''
  return rendering.inline([element])
}

const personName = (name: Element, rendering: Rendering): string =>
  namePartsOf(name)
    .map((each) => rendering.inlineOf(each))
    .filter(Boolean)
    .join(' ')

/** The parts in their order of print; what has no place in it follows, so that nothing is lost. */
function composed(citation: Element, byName: boolean, rendering: Rendering): string {
  const parts = new Parts(citation)
  const said = (elements: Element[]): string[] => elements.flatMap((each) => rendering.inlineOf(each).trim() || [])
  const take = (...names: string[]): string[] => said(parts.take(...names))
  const etal = take('etal').length > 0 ? ' et al' : ''
  const names = `${namesOf(parts.authors, rendering)}${etal}`
  const year = take('year').join(', ')
  const title = said(parts.takeTitles())
  const source = take('source').map((words) => `<cite>${words}</cite>`)
  const more = [
    ...take('edition').map((words) => (/^\d+$/.test(words) ? `${words} ed` : words)),
    ...take('series', 'conf-name', 'conf-date', 'conf-loc'),
  ]
  const [volume, issue] = [take('volume')[0] ?? '', take('issue')[0] ?? '']
  const [first, last, range] = [take('fpage')[0] ?? '', take('lpage')[0] ?? '', take('page-range')[0] ?? '']
  const pages = first
    ? `${first}${last && last !== first ? `–${last}` : ''}${range && range !== `${first}-${last}` && range !== `${first}–${last}` ? ` (${range})` : ''}`
    : [last, range].filter(Boolean).join(' ')
  const number = take('elocation-id')[0] ?? ''
  const place = `${volume}${issue && `(${issue})`}${pages || number ? `${volume || issue ? ':' : ''}${[pages, number].filter(Boolean).join(', ')}` : ''}`
  const when = byName ? place : [year, place].filter(Boolean).join(';')
  const who = byName && year ? `${names} (${year})` : names
  const publisher = [take('publisher-loc')[0], take('publisher-name')[0]].filter(Boolean).join(': ')
  const editors = namesOf(parts.editors, rendering)
  const editing = parts.editors.length ? `${editors}, editor${/,/.test(editors) ? 's' : ''}` : ''
  const rest = parts
    .rest()
    .filter((element) => !(nameOf(element) === 'pub-id' && becomesLink(element)))
    .map((element) => part(element, rendering).trim())
  return [who, ...title, editing, [...source, ...more, when].filter(Boolean).join(' '), publisher, ...rest]
    .filter(Boolean)
    .map(sentence)
    .join(' ')
}

const sentence = (html: string): string => (/[.?!](?:<\/[a-z]+>)*$/.test(html) ? html : `${html}.`)

const namesOf = (groups: Element[], rendering: Rendering): string =>
  peopleIn(groups)
    .map((one) => {
      const name = nameOf(one)
      if (name === 'name') return personName(one, rendering)
      return name === 'etal' ? 'et al' : rendering.inlineOf(one).trim() || text(rawText(one))
    })
    .filter(Boolean)
    .join(', ')

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
  const entries = refs.map(readEntry)
  const numbers = entries.map(({ label }) => NUMBER.exec(label)?.[1])
  const numbered = numbers.filter(Boolean).length * 2 > refs.length
  const items = entries.map((entry, index) => {
    const value = numbered && numbers[index] ? ` value="${numbers[index]}"` : ''
    const label = entry.label && !value ? `<span class="ref-n">${text(entry.label)}</span> ` : ''
    const id = rendering.id(entry.element)
    return `<li${id}${value} tabindex="-1">${referenceHtml(entry, label, !numbered, rendering)}</li>`
  })
  const open = numbered ? '<ol class="refs" role="list">' : '<ul class="refs by-name" role="list">'
  return { open, again: open, close: numbered ? '</ol>' : '</ul>', items }
}

function referenceHtml({ element, citations }: Entry, label: string, byName: boolean, rendering: Rendering): string {
  return rendering.quietly(() => {
    const entries = citations.map(
      (citation, index) => `<p>${index ? '' : label}${citationHtml(citation, byName, rendering)}</p>`,
    )
    const others = rendering.blocks(element, 'label', ...CITATIONS)
    const links = referenceLinks(citations).map(
      ({ href, name, className }) =>
        `<span><a${className ? ` class="${className}"` : ''} href="${href}">${name}</a></span>`,
    )
    const places = rendering.citings.of(element).map(({ anchor, place }) => innerLink(anchor, text(short(place.label))))
    const back = places.length ? `<span class="back">Cited in ${places.join(' ')}</span>` : ''
    const go = links.length || back ? `<p class="ref-go">${links.join('')}${back}</p>` : ''
    return `${entries.join('') || `<p>${label}</p>`}${others.join('')}${go}`
  })
}

/** The label of a place: a section's number, or the beginning of its title. */
const short = (label: string): string => (label.length > 40 ? `${label.slice(0, 38).trimEnd()}…` : label || 'the text')
