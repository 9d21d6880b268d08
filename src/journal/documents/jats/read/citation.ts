import type { Element, Node } from '@xmldom/xmldom'
import { attribute, child, children, descendants, isElement, isText, nameOf, nodesOf, rawText } from '../model/nodes.ts'

/** An entry of a reference list as every view of it begins: the page, the PDF, and the records for indexes. */
export interface Entry {
  element: Element
  /** As printed; empty without one. */
  label: string
  /** Mostly one. Of several forms of the same citation, the one that is worded. */
  citations: Element[]
  /** Of several forms of the first citation, the one that is in parts. */
  inParts: Element | undefined
}

const FORMS = ['mixed-citation', 'element-citation', 'nlm-citation', 'citation', 'product']
/** The elements of an entry that are its citations. */
export const CITATIONS = [...FORMS, 'citation-alternatives']

export function readEntry(element: Element): Entry {
  const forms = children(element, ...CITATIONS).map((citation) =>
    nameOf(citation) === 'citation-alternatives' ? children(citation, ...FORMS) : [citation],
  )
  return {
    element,
    label: rawText(child(element, 'label')),
    citations: forms.flatMap((some) => some.find((form) => nameOf(form) === 'mixed-citation') ?? some[0] ?? []),
    inParts: forms[0]?.find((form) => nameOf(form) !== 'mixed-citation') ?? forms[0]?.[0],
  }
}

/** Words between the parts: such a citation is printed as it is. Others are composed of their parts. */
export const hasOwnWords = (citation: Element): boolean =>
  nodesOf(citation).some((node) => isText(node) && /\S/.test(node.nodeValue ?? ''))

const NAMES = new Set('name string-name collab etal anonymous'.split(' '))
const MARKS = new Set('italic bold sub sup sc underline monospace styled-content named-content ext-link uri'.split(' '))
/** Marks of the type, which may begin inside a word; all other parts are words of their own. */
const isMark = (element: Element): boolean => MARKS.has(nameOf(element))

/** What is put before the parts of a worded citation that nothing separates in the file. */
export function separators(nodes: readonly Node[]): Map<Node, ', ' | ' '> {
  const found = new Map<Node, ', ' | ' '>()
  // The element just before, if nothing but white space is between.
  let before: Element | undefined
  let isNext = false
  for (const node of nodes) {
    if (!isElement(node)) {
      isNext = false
      if (node.nodeValue?.trim()) before = undefined
      continue
    }
    if (before && NAMES.has(nameOf(before)) && NAMES.has(nameOf(node))) found.set(node, ', ')
    else if (before && isNext && !isMark(before) && !isMark(node)) found.set(node, ' ')
    before = node
    isNext = true
  }
  return found
}

/** The parts of a citation, each taken once, in the order of the view that composes it. */
export class Parts {
  readonly #citation: Element
  readonly #taken: Set<Element>
  readonly authors: Element[]
  readonly editors: Element[]

  constructor(citation: Element) {
    this.#citation = citation
    const people = children(citation, 'person-group', 'name', 'string-name', 'collab')
    this.editors = people.filter((group) => /editor|translator|compiler/.test(attribute(group, 'person-group-type')))
    this.authors = people.filter((group) => !this.editors.includes(group))
    this.#taken = new Set(people)
  }

  take(...names: string[]): Element[] {
    const found = children(this.#citation, ...names).filter((element) => !this.#taken.has(element))
    for (const element of found) this.#taken.add(element)
    return found
  }

  /** The titles of what is cited, without that of its journal or book. */
  takeTitles(): Element[] {
    return this.take('article-title', 'chapter-title', 'data-title', 'part-title', 'trans-title')
  }

  /** What no view has taken, so that nothing is lost. */
  rest(): Element[] {
    return children(this.#citation).filter((element) => !this.#taken.has(element))
  }
}

/** The people of groups and those outside of one. */
export const peopleIn = (groups: readonly Element[]): Element[] =>
  groups.flatMap((group) => (nameOf(group) === 'person-group' ? children(group) : [group]))

/** A person's name in its order of print. */
export const namePartsOf = (name: Element): Element[] =>
  ['prefix', 'surname', 'given-names', 'suffix'].flatMap((each) => child(name, each) ?? [])

/** The identifiers that an entry marks as such, and what it links. */
export const identifiersIn = (element: Element): Element[] => descendants(element, 'pub-id', 'ext-link', 'object-id')
