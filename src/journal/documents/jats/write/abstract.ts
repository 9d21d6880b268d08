import type { PublicArticle } from '../../../../contract/api/articles.ts'
import { repeatsAbstract } from '../../../../contract/rules/articles/key-message.ts'
import { type HtmlElement, type HtmlNode, htmlTree } from '../../../../platform/html/tree.ts'
import { element, Xml, type XmlContent } from '../../../../platform/xml.ts'
import { titlePieces } from '../../../../contract/rules/text/inline-markup.ts'

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

/** The abstract, and beside it the key message where it says something of its own. */
export function abstracts({ abstract, excerpt }: Pick<PublicArticle, 'abstract' | 'excerpt'>): Xml[] {
  const main = sections(blocksOf(htmlTree(abstract)))
  const keyMessage = repeatsAbstract(excerpt, abstract) ? null : element('p', {}, markedText(excerpt))
  return [
    ...(main.length ? [element('abstract', {}, main)] : []),
    ...(keyMessage ? [element('abstract', { 'abstract-type': 'teaser' }, keyMessage)] : []),
  ]
}

interface Section {
  level: number
  content: XmlContent[]
}

/** Paragraphs under the headings above them, and smaller headings within larger ones. */
function sections(blocks: readonly Block[]): XmlContent[] {
  const open: Section[] = [{ level: 0, content: [] }]
  const closeTo = (level: number) => {
    while (open.at(-1)!.level >= level) {
      const { content } = open.pop()!
      open.at(-1)!.content.push(element('sec', {}, content))
    }
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      open.at(-1)!.content.push(block.xml)
      continue
    }
    closeTo(block.level)
    open.push({ level: block.level, content: [element('title', {}, block.title)] })
  }
  closeTo(1)
  return open[0]!.content
}

type Block = { kind: 'heading'; level: number; title: XmlContent[] } | { kind: 'paragraph'; xml: Xml }

const HEADING = /^h([1-3])$/
const LISTS: Record<string, string> = { ul: 'bullet', ol: 'order' }
const BLOCKS = new Set('p h1 h2 h3 ul ol li blockquote table thead tbody tr td th'.split(' '))

/**
 * What cleaned HTML says, in order. JATS has only paragraphs in an abstract: lists, quotations and
 * tables are each within one. Blocks in odd places are read for what they hold.
 */
function blocksOf(nodes: readonly HtmlNode[]): Block[] {
  const blocks: Block[] = []
  let sentence: HtmlNode[] = []
  const flush = () => {
    const content = inline(sentence)
    if (!isBlank(content)) blocks.push(paragraph(content))
    sentence = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.name)) {
      sentence.push(node)
      continue
    }
    flush()
    blocks.push(...blockOf(node))
  }
  flush()
  return blocks
}

function blockOf(node: HtmlElement): Block[] {
  const level = HEADING.exec(node.name)?.[1]
  if (level) {
    const title = inline(node.nodes)
    return isBlank(title) ? [] : [{ kind: 'heading', level: Number(level), title }]
  }
  if (LISTS[node.name]) return list(node, LISTS[node.name]!)
  if (node.name === 'blockquote') {
    const said = paragraphs(node.nodes)
    return said.length ? [paragraph([element('disp-quote', {}, said)])] : []
  }
  if (node.name === 'table') {
    const made = table(node, cell)
    return [...blocksOf(made.strays), ...(made.table ? [paragraph([made.table])] : [])]
  }
  return blocksOf(node.nodes)
}

const paragraph = (content: readonly XmlContent[]): Block => ({ kind: 'paragraph', xml: element('p', {}, content) })

/** The same where no section can begin: a heading is a bold line. */
const paragraphs = (nodes: readonly HtmlNode[]): Xml[] =>
  blocksOf(nodes).map((block) =>
    block.kind === 'heading' ? element('p', {}, element('bold', {}, block.title)) : block.xml,
  )

function list({ nodes }: HtmlElement, type: string): Block[] {
  const items: HtmlNode[][] = []
  for (const node of nodes) {
    if (typeof node === 'string' && !node.trim()) continue
    // What should not be there is a point of its own.
    items.push(typeof node !== 'string' && node.name === 'li' ? node.nodes : [node])
  }
  const written = items
    .map(paragraphs)
    .filter((item) => item.length)
    .map((item) => element('list-item', {}, item))
  return written.length ? [paragraph([element('list', { 'list-type': type }, written)])] : []
}

/** What stands in a cell: a sentence as it is, several blocks as paragraphs. */
function cell(nodes: readonly HtmlNode[]): XmlContent[] {
  const only = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '')
  const [first] = only
  const inner = only.length === 1 && first && typeof first !== 'string' && first.name === 'p' ? first.nodes : nodes
  const hasBlocks = inner.some((node) => typeof node !== 'string' && BLOCKS.has(node.name))
  return hasBlocks ? paragraphs(inner) : inline(inner)
}

interface Row {
  isHead: boolean
  cells: HtmlElement[]
}

/** What the nodes of a cell are written as. */
type WriteCell = (nodes: readonly HtmlNode[]) => XmlContent[]

/** A table of the abstract, and what stands in it outside of its cells; no table where there is no cell. */
export function table({ nodes }: HtmlElement, write: WriteCell): { table: Xml | null; strays: HtmlNode[] } {
  const rows: Row[] = []
  const strays: HtmlNode[] = []
  const collect = (within: readonly HtmlNode[], isHead: boolean, row?: Row) => {
    for (const node of within) {
      if (typeof node === 'string') {
        if (node.trim()) strays.push(node)
      } else if (node.name === 'td' || node.name === 'th') {
        if (!row) rows.push((row = { isHead, cells: [] }))
        row.cells.push(node)
      } else if (node.name === 'tr') {
        const made: Row = { isHead, cells: [] }
        rows.push(made)
        collect(node.nodes, isHead, made)
      } else if (node.name === 'thead' || node.name === 'tbody') collect(node.nodes, node.name === 'thead')
      else strays.push(node)
    }
  }
  collect(nodes, false)
  const written = (isHead: boolean) =>
    rows
      .filter((row) => row.isHead === isHead && row.cells.length)
      .map(({ cells }) =>
        element(
          'tr',
          {},
          cells.map((one) => tableCell(one, write)),
        ),
      )
  const [head, body] = [written(true), written(false)]
  if (!head.length && !body.length) return { table: null, strays }
  // There is no table without a body.
  const parts = body.length
    ? [head.length ? element('thead', {}, head) : null, element('tbody', {}, body)]
    : [element('tbody', {}, head)]
  return { table: element('table-wrap', {}, element('table', {}, parts)), strays }
}

function tableCell(from: HtmlElement, write: WriteCell): Xml {
  const spans = Object.fromEntries(
    ['colspan', 'rowspan'].map((name) => {
      const span = from.attribute(name)
      return [name, span && /^[1-9]\d{0,2}$/.test(span) ? span : null]
    }),
  )
  const scope = from.name === 'th' ? from.attribute('scope') : null
  return element(from.name, { ...spans, scope: SCOPES.has(scope ?? '') ? scope : null }, write(from.nodes))
}

const SCOPES = new Set(['col', 'row', 'colgroup', 'rowgroup'])
