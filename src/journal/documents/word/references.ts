import type { HtmlNode } from '../../../platform/html/tree.ts'
import { element, type Xml, type XmlContent } from '../../../platform/xml.ts'
import { inline, type InlineContext } from './inline.ts'
import { isNamed, lineOf, textOf, withoutStart } from './nodes.ts'
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
