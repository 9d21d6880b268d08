import type { Document, Element, Node } from '@xmldom/xmldom'

const ELEMENT = 1
const TEXT = 3
const CDATA = 4

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT
export const isText = (node: Node): boolean => node.nodeType === TEXT || node.nodeType === CDATA

/** The child nodes as an array, which can be iterated more than once. */
export function nodesOf(parent: Node): Node[] {
  const nodes: Node[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) nodes.push(node)
  return nodes
}

/** The local name: `mml:math` and `math` are equal. */
export const nameOf = (element: Element): string => element.localName ?? element.nodeName

/** Child elements, optionally only those with the given names. */
export const children = (parent: Node | undefined, ...names: string[]): Element[] =>
  parent
    ? nodesOf(parent).filter(
        (node): node is Element => isElement(node) && (!names.length || names.includes(nameOf(node))),
      )
    : []

export const child = (parent: Node | undefined, ...names: string[]): Element | undefined =>
  children(parent, ...names)[0]

/** The element at the end of a path of child names. */
export const at = (parent: Document | Element | undefined, ...path: string[]): Element | undefined => {
  let element: Node | undefined = parent
  for (const name of path) element = child(element, name)
  return element as Element | undefined
}

/** All descendants with a name, in document order. */
export function descendants(parent: Node, ...names: string[]): Element[] {
  return children(parent).flatMap((element) => [
    ...(names.includes(nameOf(element)) ? [element] : []),
    ...descendants(element, ...names),
  ])
}

/** An attribute's value by local name, trimmed; empty if absent. */
export function attribute(element: Element | undefined, name: string): string {
  if (!element) return ''
  const direct = element.getAttribute(name)
  if (direct !== null) return direct.trim()
  for (const found of Array.from(element.attributes)) if (found.localName === name) return found.value.trim()
  return ''
}

/** The text content with normalised white space. */
export const rawText = (node: Node | undefined | null): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** Adds many at the end: as arguments of one `push`, a hundred thousand would exceed the stack. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}
