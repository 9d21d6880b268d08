import type { Element, Node } from '@xmldom/xmldom'
import { runsOfNodes } from './inline.ts'
import { attribute, child, children, descendants, isElement, nameOf, nodesOf, rawText } from './nodes.ts'
import { plainText } from './runs.ts'

/** Parts of an affiliation that stand apart by a comma where the file puts nothing between them. */
const PARTS = new Set('institution addr-line city state country postal-code named-content'.split(' '))
const LEFT_OUT = new Set('label institution-id email phone fax ext-link uri xref fn'.split(' '))
const POSTCODE = /^post(?:al)?-?code$/

/** Finds the affiliations of contributors: those they point at, those inside them, or their group's. */
export class Affiliations {
  readonly #byId = new Map<string, Element>()
  readonly #meta: Element

  constructor(meta: Element) {
    this.#meta = meta
    for (const aff of descendants(meta, 'aff')) {
      const id = attribute(aff, 'id') || attribute(child(aff, 'target'), 'id')
      if (id) this.#byId.set(id, aff)
    }
  }

  of(contributor: Element): string[] {
    const pointed = children(contributor, 'xref')
      .filter((xref) => attribute(xref, 'ref-type') === 'aff' || this.#byId.has(attribute(xref, 'rid')))
      .flatMap((xref) => attribute(xref, 'rid').split(/\s+/))
      .flatMap((id) => this.#byId.get(id) ?? [])
    const own = [...children(contributor, 'aff'), ...alternatives(contributor)]
    const found = pointed.length || own.length ? [...pointed, ...own] : this.#shared(contributor)
    return [...new Set(found.map(affiliationText))].filter((text) => text && !isNoPlaceOfWork(text))
  }

  /** What the file gives for all: affiliations of the group, or the article's only one. */
  #shared(contributor: Element): Element[] {
    const inGroup = children(contributor.parentNode!, 'aff').filter((aff) => !attribute(aff, 'id'))
    if (inGroup.length) return inGroup
    const all = [...children(contributor.parentNode!, 'aff'), ...children(this.#meta, 'aff')]
    return all.length === 1 ? all : []
  }
}

const alternatives = (contributor: Element): Element[] =>
  children(contributor, 'aff-alternatives').flatMap((several) => children(several, 'aff').slice(0, 1))

// Where somebody went afterwards is not where the work was done.
const isNoPlaceOfWork = (text: string): boolean => /^(?:present|current) (?:address|affiliation)|^deceased$/i.test(text)

/** The affiliation as one line, without labels, identifiers and addresses for mail and telephone. */
export function affiliationText(affiliation: Element): string {
  let line = ''
  let lastPart = ''
  let between: Node[] = []
  const flush = () => {
    const text = plainText(runsOfNodes(between, { citations: 'left out' }))
    const spaced = between.some((node) => /^\s/.test(node.textContent ?? ''))
    between = []
    if (!text) return
    line += (line && (spaced || !/^[,;.)]/.test(text)) ? ' ' : '') + text
    lastPart = ''
  }
  for (const node of flattened(withoutMarks(affiliation))) {
    if (!isElement(node) || !PARTS.has(nameOf(node))) {
      between.push(node)
      continue
    }
    flush()
    const text = plainText(runsOfNodes(nodesOf(node), { citations: 'left out' }))
    if (!text) continue
    const gap = !line ? '' : !lastPart || /[,;:(/-]$/.test(line) ? ' ' : POSTCODE.test(lastPart) ? ' ' : ', '
    line += gap + text
    lastPart = attribute(node, 'content-type') || nameOf(node)
  }
  flush()
  return tidyLine(line)
}

/** Wrappers opened, so that parts stand side by side. */
const flattened = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) =>
    isElement(node) && nameOf(node) === 'institution-wrap' ? flattened(withoutMarks(node)) : [node],
  )

/** The nodes that are text of the affiliation: no label, no leading number, nothing from the first e-mail address on. */
function withoutMarks(affiliation: Element): Node[] {
  const nodes = nodesOf(affiliation)
  const email = nodes.findIndex((node) => isElement(node) && nameOf(node) === 'email')
  const upToEmail = email < 0 ? nodes : nodes.slice(0, email)
  const first = upToEmail.findIndex((node) => isElement(node) || rawText(node))
  return upToEmail.filter((node, index) => {
    if (!isElement(node)) return node.nodeType !== 8
    return !LEFT_OUT.has(nameOf(node)) && !(index === first && nameOf(node) === 'sup')
  })
}

const tidyLine = (line: string): string =>
  line
    .replace(/\s+/g, ' ')
    .replace(/ ([,;.)])/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/(?<![\s,;:])[\s,;:]*\b(?:e-?mails?|tel|phone|fax)\b\.? ?:? ?$/i, '')
    // A slip seen in print files: the country twice.
    .replace(/(?<!\p{L})(\p{Lu}\p{L}{3,80}) \1$/u, '$1')
    .replace(/(?<![\s,;:.])[\s,;:.]+$/, '')
    .trim()
