import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import type { HtmlNode, HtmlElement } from '../../../platform/html/tree.ts'
import { element, Xml, type XmlContent } from '../../../platform/xml.ts'
import { FORMULA_MARK, type Formula, EVERY_FORMULA_MARK } from './prepare.ts'
import { webAddress } from '../jats/write/abstract.ts'

export const isNamed = (node: HtmlNode | undefined, ...names: string[]): node is HtmlElement =>
  node !== undefined && typeof node !== 'string' && names.includes(node.name)

/** The text of nodes as it is written, marks of formulas included. */
export const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.nodes))).join('')

/** The same as one line, without formulas. */
export const lineOf = (nodes: readonly HtmlNode[]): string =>
  textOf(nodes).replaceAll(EVERY_FORMULA_MARK, ' ').replace(/\s+/g, ' ').trim()

/** All pictures in nodes. */
export const picturesIn = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : node.name === 'img' ? [node] : picturesIn(node.nodes)))

/** Without the first characters of their text. */
export function withoutStart(nodes: readonly HtmlNode[], characters: number): HtmlNode[] {
  let left = characters
  const kept: HtmlNode[] = []
  for (const node of nodes) {
    if (left <= 0) {
      kept.push(node)
      continue
    }
    if (typeof node === 'string') {
      if (node.length > left) kept.push(node.slice(left))
      left -= node.length
      continue
    }
    const length = textOf(node.nodes).length
    if (length > left) kept.push({ ...node, nodes: withoutStart(node.nodes, left) })
    left -= length
  }
  return kept
}

const BOLD = new Set(['strong', 'b'])
export const isBoldMark = (node: HtmlElement): boolean => BOLD.has(node.name)

/** True if all letters are bold: what many authors use in place of a heading. */
export const isBold = (nodes: readonly HtmlNode[]): boolean =>
  nodes.every((node) =>
    typeof node === 'string' ? !/[\p{L}\p{N}]/u.test(node) : isBoldMark(node) || isBold(node.nodes),
  )

/** What can be referred to within an article. */
interface Targets {
  /** Ids of figures and tables by 'figure 1', 'table 2'. */
  floats: ReadonlyMap<string, string>
  /** Ids of references by their printed numbers; empty if they have none. */
  references: ReadonlyMap<string, string>
  /** Numbers of footnotes by the ids that the library gives them. */
  notes: ReadonlyMap<string, number>
}

/** 'Figure 2', 'Figs. 2', 'Table S1'; and '[3]', '[1,4–6]'. */
const REFERRED =
  /\b(Fig(?:ure)?s?|Tables?)(\.?[ \u00a0])([SA]?\d{1,3})(?!\d)|\[(\d{1,4}(?:[ \u00a0]?[,;\u2013-][ \u00a0]?\d{1,4}){0,40})\]/g

/** Makes links of what an article's words refer to. */
export class Links {
  readonly #targets: Targets

  constructor(targets: Targets) {
    this.#targets = targets
  }

  /** A text in which mentioned figures, tables and numbered references are links. */
  linked(text: string): XmlContent[] {
    const { floats, references } = this.#targets
    if (!floats.size && !references.size) return [text]
    const content: XmlContent[] = []
    let at = 0
    for (const match of text.matchAll(REFERRED)) {
      const [all, word, space, number, numbers] = match
      const made = numbers === undefined ? this.#float(word!, space!, number!) : this.#citations(numbers)
      if (!made) continue
      content.push(text.slice(at, match.index), ...made)
      at = match.index + all.length
    }
    content.push(text.slice(at))
    return content
  }

  #float(word: string, space: string, number: string): XmlContent[] | null {
    const kind = /^fig/i.test(word) ? 'figure' : 'table'
    const rid = this.#targets.floats.get(`${kind} ${number.toLowerCase()}`)
    if (!rid) return null
    return [element('xref', { 'ref-type': kind === 'figure' ? 'fig' : 'table', rid }, `${word}${space}${number}`)]
  }

  #citations(numbers: string): XmlContent[] | null {
    const pieces = numbers.split(/(\d+)/)
    const known = (piece: string) => this.#targets.references.get(piece)
    if (!pieces.some((piece, at) => at % 2 === 1 && known(piece))) return null
    return [
      '[',
      ...pieces.map((piece, at) => {
        const rid = at % 2 === 1 ? known(piece) : undefined
        return rid ? element('xref', { 'ref-type': 'bibr', rid }, piece) : piece
      }),
      ']',
    ]
  }

  /** The mark of a footnote, by the address that the library gives it. */
  note(href: string): Xml | null {
    const number = this.#targets.notes.get(href.replace(/^#/, ''))
    return number === undefined
      ? null
      : element('xref', { 'ref-type': 'fn', rid: `fn${number}` }, element('sup', {}, String(number)))
  }

  /** The same for the mark as the library raises it. */
  noteIn(nodes: readonly HtmlNode[]): Xml | null {
    const [only] = nodes
    return nodes.length === 1 && isNamed(only, 'a') ? this.note(only.attribute('href') ?? '') : null
  }
}

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
