import type { Document, Element } from '@xmldom/xmldom'

/** The text of the body of a JATS file. */
export const bodyIn = (document: Document): string =>
  elementsIn(document).find(({ localName }) => localName === 'body')?.textContent ?? ''

const elementsIn = (document: Document): Element[] =>
  Array.from(document.documentElement!.childNodes).filter((node): node is Element => node.nodeType === 1)

/** Letters and digits alone, sorted: what stays when blocks are moved. */
export const wordsOf = (text: string): string => [...text.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('')
