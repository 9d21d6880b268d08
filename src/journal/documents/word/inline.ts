import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import type { HtmlNode } from '../../../platform/html/tree.ts'
import { webAddress } from '../jats/write/web-address.ts'
import { element, Xml, type XmlContent } from '../../../platform/xml.ts'
import type { Links } from './links.ts'
import { FORMULA_MARK, type Formula } from './prepare.ts'

const MARKS: Record<string, string> = {
  ...{ em: 'italic', i: 'italic', strong: 'bold', b: 'bold', u: 'underline', s: 'strike', sub: 'sub', sup: 'sup' },
}

/** What words within a paragraph refer to. */
export interface InlineContext {
  formulas: readonly Formula[]
  links: Links
  /** Pictures that are not shown in this place. */
  withPictures?: boolean
}

/** The words of a paragraph: marks, links, notes, formulas and small pictures. */
export function inline(nodes: readonly HtmlNode[], context: InlineContext, inLink = false): XmlContent[] {
  return nodes.flatMap((node): XmlContent[] => {
    if (typeof node === 'string') return textPieces(node, context, inLink)
    if (node.name === 'br') return [' ']
    if (node.name === 'img') {
      const name = node.attribute('src')
      return name && !inLink ? [element('inline-graphic', { 'xlink:href': name })] : []
    }
    if (node.name === 'a') return link(node.attribute('href') ?? '', node.nodes, context, inLink)
    const note = node.name === 'sup' && !inLink ? context.links.noteIn(node.nodes) : null
    if (note) return [note]
    const inner = inline(node.nodes, context, inLink)
    if (isBlank(inner)) return inner.length ? [' '] : []
    const mark = MARKS[node.name]
    return mark ? [element(mark, {}, inner)] : [' ', ...inner, ' ']
  })
}

function link(href: string, nodes: HtmlNode[], context: InlineContext, inLink: boolean): XmlContent[] {
  const note = inLink ? null : context.links.note(href)
  if (note) return [note]
  const address = inLink ? null : webAddress(href)
  const inner = inline(nodes, context, inLink || address !== null)
  if (isBlank(inner) || address === null) return inner
  return [element('ext-link', { 'ext-link-type': 'uri', 'xlink:href': address }, inner)]
}

function textPieces(text: string, { formulas, links }: InlineContext, inLink: boolean): XmlContent[] {
  return text.split(FORMULA_MARK).flatMap((piece, at): XmlContent[] => {
    if (at % 2 === 0) return inLink ? [piece] : links.linked(piece)
    const formula = formulas[Number(piece)]
    // A link may hold no formula of its own.
    return formula ? [inLink ? plain(formula) : element('inline-formula', {}, formula.math)] : []
  })
}

const plain = ({ math }: Formula): string => textOfHtml(math.source)

export const isBlank = (content: readonly XmlContent[]): boolean =>
  content.every((part) => (part instanceof Xml ? false : typeof part === 'string' ? part.trim() === '' : !part))
