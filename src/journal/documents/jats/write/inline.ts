import { titlePieces } from '../../../../contract/rules/text/inline-markup.ts'
import type { HtmlNode } from '../../../../platform/html/tree.ts'
import { element, Xml, type XmlContent } from '../../../../platform/xml.ts'

const MARKS: Record<string, string> = {
  ...{ i: 'italic', em: 'italic', b: 'bold', strong: 'bold', u: 'underline', s: 'strike', sub: 'sub', sup: 'sup' },
}

/** Titles and key messages with their italics, sub- and superscripts. */
export const markedText = (markup: string): XmlContent[] =>
  titlePieces(markup).map(({ text, marks }) =>
    marks.reduceRight<XmlContent>((inner, mark) => element(MARKS[mark]!, {}, inner), text),
  )

/** Nodes as they stand within a sentence: marks, links, pictures of the web, and the text of anything else. */
export function inline(nodes: readonly HtmlNode[], { inLink = false } = {}): XmlContent[] {
  return nodes.flatMap((node): XmlContent[] => {
    if (typeof node === 'string') return [node]
    if (node.name === 'br') return [' ']
    if (node.name === 'img') return picture(node.attribute('src'), node.attribute('alt'), inLink)
    const address = node.name === 'a' && !inLink ? webAddress(node.attribute('href')) : null
    const inner = inline(node.nodes, { inLink: inLink || address !== null })
    if (isBlank(inner)) return inner.some((part) => part !== '') ? [' '] : []
    if (address !== null) return [element('ext-link', { 'ext-link-type': 'uri', 'xlink:href': address }, inner)]
    const mark = MARKS[node.name]
    if (mark) return [element(mark, {}, inner)]
    // A block within a sentence does not run into what stands around it.
    return node.name === 'a' ? inner : [' ', ...inner, ' ']
  })
}

/** A picture whose data is in the text stays out: a record is text. What it shows stays only where it is a link's. */
function picture(source: string | null, alt: string | null, inLink: boolean): XmlContent[] {
  const address = webAddress(source)
  if (inLink) return alt ? [alt] : []
  if (address === null) return []
  return [element('inline-graphic', { 'xlink:href': address }, alt ? element('alt-text', {}, alt) : null)]
}

/** True for what shows nothing. */
export const isBlank = (content: readonly XmlContent[]): boolean =>
  content.every((part) => (part instanceof Xml ? false : typeof part === 'string' ? part.trim() === '' : !part))

/**
 * A URL for attributes of the type `anyURI`; null for an invalid one, which would make the whole file
 * fail validation.
 */
export function webAddress(text: string | null): string | null {
  if (!text || !/^(?:https?:\/\/|mailto:|tel:)\S/i.test(text) || !URL.canParse(text)) return null
  return new URL(text.toWellFormed()).href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]/g, (character) => encodeURIComponent(character))
}
