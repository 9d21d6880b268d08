import type { Document, Element } from '@xmldom/xmldom'

/** The text of a JATS file behind its front matter, as one string. */
export const textBehindFront = (document: Document): string =>
  elementsIn(document)
    .filter(({ localName }) => localName !== 'front')
    .map(({ textContent }) => textContent)
    .join(' ')

/** The text of its body. */
export const bodyIn = (document: Document): string =>
  elementsIn(document).find(({ localName }) => localName === 'body')?.textContent ?? ''

const elementsIn = (document: Document): Element[] =>
  Array.from(document.documentElement!.childNodes).filter((node): node is Element => node.nodeType === 1)

/** Letters and digits alone: what stays when blocks are moved apart. */
export const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
