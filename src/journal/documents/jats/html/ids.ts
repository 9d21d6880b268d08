import type { Element, Node } from '@xmldom/xmldom'
import { attribute, child, children, nameOf, rawText } from '../model/nodes.ts'

/** What gets an id of its own, by element: 'fig-1', 'fig-2'. */
const KINDS: Record<string, string> = {
  ...{ fig: 'fig', 'table-wrap': 'table', 'disp-formula': 'eq', 'boxed-text': 'box', ref: 'ref', fn: 'fn' },
  ...{
    'supplementary-material': 'file',
    'inline-supplementary-material': 'file',
    'sub-article': 'sub',
    response: 'sub',
  },
  ...{ 'fig-group': 'figs', 'table-wrap-group': 'tables', glossary: 'glossary', 'def-list': 'terms' },
}
const NUMBERED = new Set(['fig', 'table', 'box', 'eq'])
const SECTIONS = new Set('sec app ack notes ref-list bio'.split(' '))

/**
 * The ids of the text. They are of our own making: a file's may be missing, collide with those of the page, or
 * occur twice. Sections are numbered by their place ('s-2-1'), everything else in its order.
 */
export class Ids {
  readonly #byElement = new Map<Element, string>()
  readonly #byFileId = new Map<string, Element>()
  readonly #taken = new Set<string>()
  /** Ids given by printed numbers, which counting leaves out. */
  readonly #given = new Set<string>()
  readonly #counters = new Map<string, number>()
  readonly #targets = new Set<string>()

  /** Only what is in these elements is shown, so only that can be linked to. */
  constructor(shown: Element[]) {
    for (const root of shown) this.#findTargets(root)
    for (const root of shown) this.#assign(root, 's')
  }

  #findTargets(element: Element): void {
    this.#reserve(element)
    if (nameOf(element) === 'xref') for (const id of ridsOf(element)) this.#targets.add(id)
    for (const inner of children(element)) this.#findTargets(inner)
  }

  #assign(element: Element, section: string): void {
    const name = nameOf(element)
    const fileId = attribute(element, 'id')
    if (fileId && !this.#byFileId.has(fileId)) this.#byFileId.set(fileId, element)
    let path = section
    if (SECTIONS.has(name)) {
      // Deep sections are counted, or their ids would grow with their depth.
      path = this.next(section.length > 24 ? 's-x' : section)
      this.#byElement.set(element, path)
    } else if (KINDS[name]) {
      const id = this.#byElement.get(element) ?? this.next(KINDS[name])
      this.#byElement.set(element, id)
      if (name === 'sub-article' || name === 'response') path = `${id}-s`
    } else if (fileId && this.#targets.has(fileId) && this.#byFileId.get(fileId) === element) {
      this.#byElement.set(element, this.next('x'))
    }
    for (const inner of children(element)) this.#assign(inner, path)
  }

  /** The next id of a kind. */
  next(kind: string): string {
    let number = this.#counters.get(kind) ?? 0
    do number++
    while (this.#given.has(`${kind}-${number}`))
    this.#counters.set(kind, number)
    return `${kind}-${number}`
  }

  /** A float gets its printed number, if no other has it: 'Figure 2' is 'fig-2'. */
  #reserve(element: Element): void {
    const kind = KINDS[nameOf(element)]
    if (!kind || !NUMBERED.has(kind)) return
    const number = /^\D{0,20}(\d{1,3})[.:)]?$/.exec(rawText(child(element, 'label')))?.[1]
    const id = `${kind}-${Number(number)}`
    if (!number || this.#given.has(id)) return
    this.#given.add(id)
    this.#byElement.set(element, id)
  }

  of(element: Element): string {
    return this.#byElement.get(element) ?? ''
  }

  /** The id to write on an element; empty if it has been written before. */
  take(element: Element): string {
    const id = this.of(element)
    if (!id || this.#taken.has(id)) return ''
    this.#taken.add(id)
    return id
  }

  /** The element that a cross-reference names. */
  target(fileId: string): Element | undefined {
    return this.#byFileId.get(fileId)
  }
}

/** A cross-reference may name several targets. */
export const ridsOf = (xref: Element): string[] => attribute(xref, 'rid').split(/\s+/).filter(Boolean)

/** The nearest ancestor with one of these names. */
export function ancestor(node: Node, ...names: string[]): Element | undefined {
  for (let parent = node.parentNode; parent; parent = parent.parentNode)
    if (parent.nodeType === 1 && names.includes(nameOf(parent as Element))) return parent as Element
  return undefined
}
