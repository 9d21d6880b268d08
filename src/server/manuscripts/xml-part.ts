import { DOMParser, XMLSerializer, type Document, type Element } from '@xmldom/xmldom'
import { HELD_BACK, HeldBack } from './held-back.ts'

/**
 * Parses a part of an Office document. Entities are refused, so none can grow into a bomb; what is not
 * well-formed cannot be cleaned.
 */
export function parsePart(content: Uint8Array): Document {
  const text = decoded(content)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new HeldBack(HELD_BACK.unreadable)
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
        throw new HeldBack(HELD_BACK.unreadable)
      },
    }).parseFromString(text, 'application/xml')
  } catch (error) {
    throw isBroken ? new HeldBack(HELD_BACK.unreadable) : error
  }
  if (!document.documentElement) throw new HeldBack(HELD_BACK.unreadable)
  return document
}

function decoded(content: Uint8Array): string {
  const [first, second] = content
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new HeldBack(HELD_BACK.unreadable)
  }
}

/** Only the root element is written: comments and instructions around it go. */
export const writePart = (root: Element): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${new XMLSerializer().serializeToString(root)}`)

/** The element and all below it in the order of the document; iterative, because the file decides how deep it is. */
export function* elementsOf(root: Element): Generator<Element> {
  let at: Element | null = root
  while (at) {
    // What comes next is found first, because the element may be removed.
    yield at
    at = nextElement(at, root)
  }
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
