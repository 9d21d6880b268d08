import type { Element, Node } from '@xmldom/xmldom'
import { element, type Xml } from '../../../../platform/xml.ts'
import { isElement, isText } from '../model/nodes.ts'

/** An element of a text on its way to valid JATS. */
export interface Part {
  readonly name: string
  readonly attributes: Map<string, string>
  content: Content[]
}
export type Content = Part | string

export const part = (name: string, content: Content[] = []): Part => ({ name, attributes: new Map(), content })

const PREFIXES = new Map([
  ['', ''],
  ['http://jats.nlm.nih.gov', ''],
  ['http://www.w3.org/1998/Math/MathML', 'mml:'],
  ['http://www.w3.org/1999/xlink', 'xlink:'],
  ['http://www.w3.org/XML/1998/namespace', 'xml:'],
  ['http://www.niso.org/schemas/ali/1.0/', 'ali:'],
])

/** The name with the prefix that the export declares; null in a namespace that it does not know. */
export function nameWithPrefix({ namespaceURI, localName }: { namespaceURI: string | null; localName: string | null }) {
  const prefix = PREFIXES.get(namespaceURI ?? '')
  return prefix === undefined || localName === null ? null : prefix + localName
}

/** Elements and text, without comments and processing instructions. */
export const contentOf = (parent: Element): (Element | string)[] => {
  const content: (Element | string)[] = []
  for (let node: Node | null = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) content.push(node)
    else if (isText(node)) content.push(node.nodeValue ?? '')
  }
  return content
}

export const isBlankText = (content: Content): content is string => typeof content === 'string' && !content.trim()

/** True if nothing in it could be read or seen. */
export const isEmpty = (content: Content): boolean =>
  typeof content === 'string'
    ? !content.trim()
    : !content.attributes.has('xlink:href') && content.content.every((each) => isEmpty(each))

export const toXml = (content: Content): Xml | string =>
  typeof content === 'string'
    ? content
    : element(content.name, Object.fromEntries(content.attributes), content.content.map(toXml))

/** Every part within these, themselves included. */
export function partsIn(content: readonly Content[], found: Part[] = []): Part[] {
  for (const each of content) {
    if (typeof each === 'string') continue
    found.push(each)
    partsIn(each.content, found)
  }
  return found
}
