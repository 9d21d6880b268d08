import type { Element, Node } from '@xmldom/xmldom'
import { attribute, children, isElement, isText, nameOf, nodesOf, rawText, child } from './nodes.ts'
import { formulaRuns } from './formula.ts'
import { GAP, tidyRuns, type Mark, type Run } from './runs.ts'

export interface InlineOptions {
  /** How numbered citations and note marks are handled: left out of titles and abstracts. */
  citations: 'left out' | 'kept'
  /** True if the words that refer to another part of the text lead there: '#' and its id. */
  leadsWithin?: boolean
}

/** Elements whose text is not part of the surrounding sentence. */
const LEFT_OUT = new Set(
  'fn table-wrap table-wrap-group fig fig-group graphic inline-graphic media supplementary-material inline-supplementary-material index-term institution-id object-id alt-text long-desc comment'.split(
    ' ',
  ),
)
const MARKS: Record<string, Mark> = {
  italic: 'i',
  bold: 'b',
  underline: 'u',
  strike: 's',
  sc: 'sc',
  sub: 'sub',
  sup: 'sup',
}
const BLOCKS = new Set('p list list-item def-list disp-quote disp-formula'.split(' '))

/** The normalised text of an element with its marks. */
export const runsOf = (element: Element, options: InlineOptions = { citations: 'left out' }): Run[] =>
  tidyRuns(untidyRuns(nodesOf(element), [], options))

/** The same for sibling nodes. */
export const runsOfNodes = (nodes: Node[], options: InlineOptions): Run[] => tidyRuns(untidyRuns(nodes, [], options))

function untidyRuns(nodes: Node[], marks: Mark[], options: InlineOptions, href?: string): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (isText(node)) return [{ text: node.nodeValue ?? '', marks, ...(href === undefined ? {} : { href }) }]
    return isElement(node) ? elementRuns(node, marks, options, href) : []
  })
}

function elementRuns(element: Element, marks: Mark[], options: InlineOptions, href?: string): Run[] {
  const name = nameOf(element)
  const inside = (more: Mark[] = marks, link = href) => untidyRuns(nodesOf(element), more, options, link)
  if (LEFT_OUT.has(name)) return []
  const mark = MARKS[name]
  if (mark) return inside(marks.includes(mark) ? marks : [...marks, mark])
  switch (name) {
    // The journal or book title in a citation.
    case 'source':
      return inside(marks.includes('i') ? marks : [...marks, 'i'])
    case 'roman':
      return inside(marks.filter((known) => known !== 'i'))
    case 'break':
      return [{ text: ' ', marks }]
    case 'xref':
      return isLeftOut(element, options)
        ? [{ text: GAP, marks: [] }]
        : inside(marks, targetOf(element, options) ?? href)
    case 'ext-link':
    case 'uri':
    case 'self-uri':
      return inside(marks, linkOf(element) ?? href)
    case 'email':
      return inside(marks, `mailto:${rawText(element)}`)
    case 'pub-id':
      return attribute(element, 'pub-id-type') === 'doi' ? [doiRun(rawText(element), marks)] : []
    case 'inline-formula':
    case 'disp-formula':
    case 'math':
    case 'tex-math':
      return name === 'disp-formula'
        ? [{ text: ' ', marks }, ...formulaRuns(element, marks), { text: ' ', marks }]
        : formulaRuns(element, marks)
    case 'alternatives':
      return alternativeRuns(element, marks, options, href)
    default:
      return BLOCKS.has(name) ? [{ text: ' ', marks }, ...inside(), { text: ' ', marks }] : inside()
  }
}

/** The first alternative that can be read as text. */
function alternativeRuns(element: Element, marks: Mark[], options: InlineOptions, href?: string): Run[] {
  if (children(element, 'math', 'tex-math', 'textual-form').length) return formulaRuns(element, marks)
  const readable = children(element).find((form) => !LEFT_OUT.has(nameOf(form)))
  return readable ? elementRuns(readable, marks, options, href) : []
}

// Marks that refer to a note or a number in the bibliography; 'Table 1' and 'Smith (2010)' are words.
const NOTE_TYPES = new Set('fn table-fn aff corresp author-notes contrib'.split(' '))

function isLeftOut(xref: Element, { citations }: InlineOptions): boolean {
  if (citations === 'kept') return false
  const type = attribute(xref, 'ref-type')
  return NOTE_TYPES.has(type) || (type === 'bibr' && !/\p{L}{3}/u.test(rawText(xref)))
}

/** Of several parts that are referred to at once, the first. */
function targetOf(xref: Element, { leadsWithin }: InlineOptions): string | undefined {
  const [id] = leadsWithin ? attribute(xref, 'rid').split(/\s+/) : []
  return id ? `#${id}` : undefined
}

/** The target of a link: http, https and mailto unchanged, a DOI as a full URL. */
function linkOf(element: Element): string | undefined {
  const address = attribute(element, 'href') || rawText(element)
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(address)) return address
  if (/^10\.\d{4,9}\/\S+$/.test(address)) return `https://doi.org/${address}`
  return /^www\.\S+$/i.test(address) ? `https://${address}` : undefined
}

function doiRun(text: string, marks: Mark[]): Run {
  const doi = text.replace(/^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)/i, '')
  return { text: `https://doi.org/${doi}`, marks, href: `https://doi.org/${doi}` }
}

/** A caption's title and text as one paragraph. */
export function captionRuns(element: Element): Run[] {
  const caption = child(element, 'caption')
  return tidyRuns(
    [...children(caption), ...children(element, 'attrib', 'permissions')].flatMap((part, index): Run[] => [
      ...(index ? [{ text: ' ', marks: [] }] : []),
      ...runsOf(part, { citations: 'kept' }),
    ]),
  )
}
