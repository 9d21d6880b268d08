import { DOMParser, XMLSerializer, type Attr, type Document, type Element, type Node } from '@xmldom/xmldom'
import { WITHHELD, Withheld } from '../redaction/withheld.ts'

/**
 * Parses a part of an Office document. Entities are refused, so none can grow into a bomb; what is not
 * well-formed cannot be cleaned.
 */
export function parsePart(content: Uint8Array): Document {
  const text = decoded(content)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Withheld(WITHHELD.unreadable)
  let isBroken = false
  let document: Document
  try {
    document = new DOMParser({
      // Where each node was in the file takes much of the memory.
      locator: false,
      onError: (level) => {
        if (level === 'warning') return
        isBroken = true
        // Reading on after the first error takes the square of the length.
        throw new Withheld(WITHHELD.unreadable)
      },
    }).parseFromString(text, 'application/xml')
  } catch (error) {
    throw isBroken ? new Withheld(WITHHELD.unreadable) : error
  }
  if (!document.documentElement) throw new Withheld(WITHHELD.unreadable)
  return document
}

function decoded(content: Uint8Array): string {
  const [first, second] = content
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new Withheld(WITHHELD.unreadable)
  }
}

/**
 * What is written in the place of elements and attributes, as XML; '' leaves them out. Removing them from the tree
 * counts all their siblings again: one after another, that takes the square of their number.
 */
export type WrittenInstead = Map<Element | Attr, string>

/** Without the comments and instructions of XML, which no program shows. */
export function writePart(root: Element, instead: WrittenInstead = new Map()): Buffer {
  // A text is written as it is, which the types of the library do not tell.
  const nodeFilter = (node: Node) =>
    node.nodeType === 7 || node.nodeType === 8 ? null : ((instead.get(node as Element | Attr) ?? node) as Node)
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${new XMLSerializer().serializeToString(root, { nodeFilter })}`,
  )
}

/** The element and all below it in the order of the document; iterative, because the file decides how deep it is. */
export function* elementsOf(root: Element): Generator<Element> {
  let at: Element | null = root
  while (at) {
    // What comes next is found first, because the element may be removed.
    yield at
    at = nextElement(at, root)
  }
}

/** True if more than so many nodes lie in one another; iterative as well. */
export function isDeeperThan(most: number, root: Element): boolean {
  let depth = 0
  let at: Element['parentNode'] = root
  while (at) {
    if (depth > most) return true
    if (at.firstChild) {
      at = at.firstChild as Element
      depth++
      continue
    }
    while (at && at !== root && !at.nextSibling) {
      at = at.parentNode
      depth--
    }
    at = !at || at === root ? null : (at.nextSibling as Element)
  }
  return false
}

function nextElement(from: Element, root: Element): Element | null {
  const child = firstElement(from.firstChild)
  if (child) return child
  for (let at: Element | null = from; at && at !== root; at = at.parentNode as Element | null) {
    const sibling = firstElement(at.nextSibling)
    if (sibling) return sibling
  }
  return null
}

function firstElement(node: Element['firstChild']): Element | null {
  let at = node
  while (at && at.nodeType !== 1) at = at.nextSibling
  return at as Element | null
}
