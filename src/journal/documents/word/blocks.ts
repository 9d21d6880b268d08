import type { HtmlElement, HtmlNode } from '../../../platform/html/tree.ts'
import { element, type Xml, type XmlContent } from '../../../platform/xml.ts'
import { inline, isBlank, type InlineContext, isBold, isNamed, lineOf, textOf, withoutStart } from './inline.ts'
import type { Part } from './parts.ts'

export const REFERENCES = /^(?:references?|literature(?: cited)?|bibliography|works cited|reference list)$/i

export interface Reference {
  id: string
  /** As printed; empty without one. */
  label: string
  nodes: HtmlNode[]
}

const NUMBER = /^\s*(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)]?(?=[\s\u00a0]))[\s\u00a0]*/

/** The entries of a reference list: its paragraphs, or the items of its lists. */
export function referencesOf(parts: readonly Part[]): Reference[] {
  const entries = parts.flatMap((part): { nodes: HtmlNode[]; isNumbered: boolean }[] => {
    if (part.kind === 'paragraph') return [{ nodes: part.nodes, isNumbered: false }]
    if (part.kind !== 'list') return []
    const isNumbered = part.element.name === 'ol'
    const items = part.element.nodes.filter((node) => isNamed(node, 'li'))
    return items.map((item) => ({ nodes: item.nodes, isNumbered }))
  })
  return entries
    .filter(({ nodes }) => lineOf(nodes) !== '')
    .map(({ nodes, isNumbered }, index) => {
      const [all, ...numbers] = NUMBER.exec(textOf(nodes).slice(0, 40)) ?? []
      const number = numbers.find((each) => each !== undefined)
      // A year at the beginning is no number.
      const label = number && Number(number) <= entries.length + 20 ? number : ''
      return {
        id: `r${index + 1}`,
        label: label || (isNumbered ? String(index + 1) : ''),
        nodes: label ? withoutStart(nodes, all!.length) : nodes,
      }
    })
}

/** A DOI with or without the address of its resolver; a stop at its end belongs to the sentence. */
const DOI = /(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?\b(10\.\d{4,9}\/[^\s"<>]{1,200}[^\s"<>.,;:)\]}])/i

export const referenceList = (title: HtmlNode[], references: readonly Reference[], context: InlineContext): Xml =>
  element(
    'ref-list',
    {},
    element('title', {}, inline(title, context)),
    references.map(({ id, label, nodes }) =>
      element(
        'ref',
        { id },
        label ? element('label', {}, label) : null,
        element('mixed-citation', {}, citation(nodes, context)),
      ),
    ),
  )

/** The words of an entry, with its first DOI marked as such. */
function citation(nodes: readonly HtmlNode[], context: InlineContext): XmlContent[] {
  let isFound = false
  const marked = (some: readonly HtmlNode[]): XmlContent[] =>
    some.flatMap((node): XmlContent[] => {
      if (!isFound) {
        const said = typeof node === 'string' ? node : node.name === 'a' ? textOf(node.nodes) : ''
        const [all, doi] = DOI.exec(said) ?? []
        if (all && doi) {
          isFound = true
          const at = said.indexOf(all)
          const mark = element('pub-id', { 'pub-id-type': 'doi' }, doi)
          return [said.slice(0, at), mark, said.slice(at + all.length)]
        }
      }
      if (typeof node !== 'string' && node.name === 'p') return [...marked(node.nodes), ' ']
      return inline([node], context)
    })
  return marked(nodes)
}

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr td th'.split(' '))

/** Blocks as they stand in cells, items and notes, where no section can begin. */
export function paragraphs(nodes: readonly HtmlNode[], context: InlineContext): Xml[] {
  const made: Xml[] = []
  let words: HtmlNode[] = []
  const flush = () => {
    const content = inline(words, context)
    if (!isBlank(content)) made.push(element('p', {}, content))
    words = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.name)) {
      words.push(node)
      continue
    }
    flush()
    made.push(...block(node, context))
  }
  flush()
  return made
}

function block(node: HtmlElement, context: InlineContext): Xml[] {
  if (node.name === 'ul' || node.name === 'ol') return wrapped(list(node, context))
  if (node.name === 'table') {
    const made = table(node, context)
    return wrapped(made && element('table-wrap', {}, made))
  }
  if (node.name === 'blockquote') return wrapped(quote(node, context))
  if (/^h\d$/.test(node.name)) {
    const content = inline(node.nodes, context)
    return isBlank(content) ? [] : [element('p', {}, element('bold', {}, content))]
  }
  return paragraphs(node.nodes, context)
}

const wrapped = (made: Xml | null): Xml[] => (made ? [element('p', {}, made)] : [])

export function list({ name, nodes }: HtmlElement, context: InlineContext): Xml | null {
  const items = nodes
    .filter((node) => typeof node !== 'string' || node.trim() !== '')
    .map((node) => paragraphs(isNamed(node, 'li') ? node.nodes : [node], context))
    .filter((item) => item.length)
    .map((item) => element('list-item', {}, item))
  return items.length ? element('list', { 'list-type': name === 'ol' ? 'order' : 'bullet' }, items) : null
}

export function quote({ nodes }: HtmlElement, context: InlineContext): Xml | null {
  const said = paragraphs(nodes, context)
  return said.length ? element('disp-quote', {}, said) : null
}

interface Row {
  isHead: boolean
  cells: HtmlElement[]
}

/** A table with its spans. Its first row is the header if it is marked as one, or if all of it is bold. */
export function table({ nodes }: HtmlElement, context: InlineContext): Xml | null {
  const rows = rowsOf(nodes, false).filter(({ cells }) => cells.length)
  if (!rows.length) return null
  const [first, ...others] = rows
  if (!rows.some(({ isHead }) => isHead) && others.length && isBoldRow(first!)) first!.isHead = true
  const body = rows.filter(({ isHead }) => !isHead)
  const written = (some: Row[], name: 'th' | 'td') =>
    some.map(({ cells }) =>
      element(
        'tr',
        {},
        cells.map((one) => cell(one, name, context)),
      ),
    )
  const head = body.length ? rows.filter(({ isHead }) => isHead) : []
  return element(
    'table',
    {},
    head.length ? element('thead', {}, written(head, 'th')) : null,
    element('tbody', {}, written(body.length ? body : rows, 'td')),
  )
}

const rowsOf = (nodes: readonly HtmlNode[], isHead: boolean): Row[] =>
  nodes.flatMap((node): Row[] => {
    if (typeof node === 'string') return []
    if (node.name === 'tr') return [{ isHead, cells: node.nodes.filter((one) => isNamed(one, 'td', 'th')) }]
    return rowsOf(node.nodes, node.name === 'thead')
  })

const isBoldRow = ({ cells }: Row): boolean =>
  cells.every(({ nodes }) => isBold(nodes)) && cells.some(({ nodes }) => /\p{L}/u.test(lineOf(nodes)))

/** Wider spans than any table has would cost readers' browsers dearly. */
const LARGEST_SPAN = 200

function cell(from: HtmlElement, name: 'th' | 'td', context: InlineContext): Xml {
  const span = (of: string) => {
    const value = Number(from.attribute(of) ?? 1)
    return Number.isInteger(value) && value > 1 && value <= LARGEST_SPAN ? String(value) : null
  }
  const spans = { colspan: span('colspan'), rowspan: span('rowspan') }
  return element(name, { ...spans, scope: name === 'th' ? 'col' : null }, cellContent(from.nodes, name, context))
}

function cellContent(nodes: readonly HtmlNode[], name: 'th' | 'td', context: InlineContext): XmlContent[] {
  const made = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '')
  const [only] = made
  const inner = made.length === 1 && isNamed(only, 'p') ? only.nodes : nodes
  const isSimple = inner.every((node) => typeof node === 'string' || !BLOCKS.has(node.name))
  if (!isSimple) return paragraphs(inner, context)
  // Headers are bold by themselves.
  const bare = name === 'th' && inner.length === 1 && isNamed(inner[0], 'strong', 'b') ? inner[0].nodes : inner
  return inline(bare, context)
}
