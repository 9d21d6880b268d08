import type { Element } from '@xmldom/xmldom'
import { formulaRuns } from '../model/formula.ts'
import { runsOf, runsOfNodes, type InlineOptions, captionRuns } from '../model/inline.ts'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText, addAll, descendants } from '../model/nodes.ts'
import { plainText, tidyRuns, type Run } from '../model/runs.ts'

export interface Cell {
  runs: Run[]
  header: boolean
  columns: number
  rows: number
}

export interface Table {
  /** Its id in the file; empty without one. */
  id: string
  label: string
  caption: Run[]
  head: Cell[][]
  body: Cell[][]
  foot: Run[][]
}

/** A picture by the name that the file gives it, and its description; empty without one. */
export interface NamedPicture {
  href: string
  alt: string
}

/** A picture with its caption. */
interface FigureBlock {
  kind: 'figure'
  id: string
  label: string
  caption: Run[]
  pictures: NamedPicture[]
}

/**
 * The tables of a wrap, mostly one, as rows of cells; the first has the caption, the last the notes. Of a table of which the file has only a picture, what a figure
 * has.
 */
function readTables(wrap: Element): (Table | FigureBlock)[] {
  const label = rawText(child(wrap, 'label'))
  const caption = captionRuns(wrap)
  const foot = children(wrap, 'table-wrap-foot', 'attrib', 'permissions', 'p').flatMap((part) =>
    nameOf(part) === 'table-wrap-foot' ? noteRuns(part) : [runsOf(part, { citations: 'kept' })],
  )
  const tables = descendants(wrap, 'table')
    .map(rowsOfTable)
    .filter(({ body }) => body.length)
  const id = attribute(wrap, 'id')
  if (!tables.length) {
    return [{ kind: 'figure', id, label, caption: withNotes(caption, foot), pictures: picturesOf(wrap) }]
  }
  return tables.map((rows, index) => ({
    id: index ? '' : id,
    label: index ? '' : label,
    caption: index ? [] : caption,
    ...rows,
    foot: index === tables.length - 1 ? foot.filter((runs) => plainText(runs)) : [],
  }))
}

/** One picture for each graphic of a float; of alternatives the first form. */
function picturesOf(float: Element): NamedPicture[] {
  const alt = (part: Element) =>
    [part, float].flatMap((one) => children(one, 'alt-text', 'long-desc').map(rawText)).find(Boolean) ?? ''
  return children(float, 'graphic', 'alternatives').flatMap((part) => {
    const [graphic] = nameOf(part) === 'alternatives' ? children(part, 'graphic') : [part]
    const href = graphic ? attribute(graphic, 'href') : ''
    return graphic && href ? [{ href, alt: alt(graphic) }] : []
  })
}

function rowsOfTable(table: Element): Pick<Table, 'head' | 'body'> {
  const head = children(table, 'thead').flatMap(rowsOf)
  const body = [
    ...children(table, 'tbody').flatMap(rowsOf),
    ...rowsOf(table),
    ...children(table, 'tfoot').flatMap(rowsOf),
  ]
  return body.length ? { head, body } : { head: [], body: head }
}

const withNotes = (caption: Run[], notes: Run[][]): Run[] =>
  tidyRuns([caption, ...notes].flatMap((runs, index) => [...(index ? [{ text: ' ', marks: [] }] : []), ...runs]))

/** Notes in their order, each with its mark: of a table, or of one `fn` in it. */
export function noteRuns(foot: Element, only?: Element): Run[][] {
  const parts = only ? [only] : children(foot)
  return parts
    .flatMap((part): Run[][] => {
      const name = nameOf(part)
      if (name === 'fn-group' || name === 'table-wrap-foot') return noteRuns(part)
      const inner = children(part).some((each) => nameOf(each) === 'p') ? children(part) : [part]
      if (name !== 'fn' || inner.length === 1) return [runsOf(part, { citations: 'kept' })]
      const label = child(part, 'label')
      const [first, ...rest] = inner.filter((each) => each !== label).map((each) => runsOf(each, { citations: 'kept' }))
      return [tidyRuns([...(label ? [...runsOf(label), { text: ' ', marks: [] }] : []), ...(first ?? [])]), ...rest]
    })
    .filter((runs) => plainText(runs))
}

const rowsOf = (part: Element): Cell[][] =>
  children(part, 'tr').map((row) =>
    children(row, 'td', 'th').map((cell) => ({
      runs: runsOf(cell, { citations: 'kept' }),
      header: cell.localName === 'th',
      columns: span(cell, 'colspan'),
      rows: span(cell, 'rowspan'),
    })),
  )

const span = (cell: Element, name: string): number => Math.min(50, Math.max(1, Number(attribute(cell, name)) || 1))

/** A block of an article's text, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'formula'; id: string; runs: Run[]; label: string }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'table'; table: Table }
  /** Images are not part of the XML file, which names them. Supplementary files are shown alike. */
  | FigureBlock

export interface BlockOptions extends InlineOptions {
  /** Titles of sections that are skipped. */
  leavesOut?: RegExp
  /** The floats that a block cites first and that stand nowhere in the text. */
  floatsCitedIn?: (block: Element) => Element[]
}

/** The blocks of a section and its subsections, in reading order. */
export function blocksOf(section: Element | undefined, options: BlockOptions, level = 1): Block[] {
  return children(section).flatMap((element): Block[] => {
    const name = nameOf(element)
    if (name === 'title') return headingBlocks(element, section!, level)
    if (SECTIONS.has(name))
      return options.leavesOut?.test(rawText(child(element, 'title'))) ? [] : blocksOf(element, options, level + 1)
    const blocks = elementBlocks(element, options, level)
    const floats = options.floatsCitedIn?.(element) ?? []
    return [...blocks, ...floats.flatMap((float) => elementBlocks(float, options, level))]
  })
}

/** The blocks of an element that is not a section. */
export function elementBlocks(element: Element, options: BlockOptions, level = 1): Block[] {
  const name = nameOf(element)
  if (name === 'boxed-text') return boxBlocks(element, options, level)
  return GROUPS.has(name) ? [...groupCaption(element), ...blocksOf(element, options, level)] : blockOf(element, options)
}

const SECTIONS = new Set(['sec', 'app', 'notes', 'ack', 'bio'])
const GROUPS = new Set(['app-group', 'fig-group', 'table-wrap-group', 'disp-formula-group', 'statement', 'answer-set'])

function headingBlocks(title: Element, section: Element, level: number): Block[] {
  const label = rawText(child(section, 'label'))
  const runs = [...(label ? [{ text: `${label} `, marks: [] }] : []), ...withoutStop(runsOf(title))]
  return runs.length ? [{ kind: 'heading', level: Math.max(1, level - 1), runs }] : []
}

/** A box is a section with its label and title as heading. */
function boxBlocks(box: Element, options: BlockOptions, level: number): Block[] {
  const caption = child(box, 'caption')
  const title = child(caption ?? box, 'title')
  const label = rawText(child(box, 'label'))
  const runs = tidyRuns([{ text: `${label} `, marks: [] }, ...(title ? runsOf(title) : [])])
  const heading: Block[] = plainText(runs) ? [{ kind: 'heading', level: Math.max(2, level), runs }] : []
  const inside = [caption, box].flatMap((part) =>
    blocksOf(part, options, level).filter((block, index) => block.kind !== 'heading' || index > 0),
  )
  return [...heading, ...inside]
}

const groupCaption = (group: Element): Block[] =>
  child(group, 'caption')
    ? [
        {
          ...{ kind: 'figure', id: attribute(group, 'id'), label: rawText(child(group, 'label')) },
          ...{ caption: captionRuns(group), pictures: [] },
        },
      ]
    : []

/** A heading without its final colon or full stop. */
export function withoutStop(runs: Run[]): Run[] {
  const last = runs.at(-1)
  if (!last) return runs
  const withoutLast = last.text.slice(0, -1)
  const text = last.text.endsWith(':')
    ? withoutLast.trimEnd()
    : /\p{L}{4}\.$/u.test(last.text)
      ? withoutLast
      : last.text
  return [...runs.slice(0, -1), ...(text ? [{ ...last, text }] : [])]
}

function blockOf(element: Element, options: BlockOptions): Block[] {
  switch (nameOf(element)) {
    case 'p':
      return paragraphBlocks(element, options)
    case 'list':
      return [...listTitle(element, options), listBlock(element, options), ...apart(element, options)]
    case 'def-list':
      return [
        ...listTitle(element, options),
        { kind: 'list', ordered: false, items: children(element, 'def-item').map((item) => runsOf(item, options)) },
        ...apart(element, options),
      ]
    case 'disp-quote':
    case 'verse-group':
      return [{ kind: 'quote', runs: runsOf(element, options) }, ...apart(element, options)]
    case 'disp-formula': {
      const runs = tidyRuns(formulaRuns(element, []))
      const [id, label] = [attribute(element, 'id'), rawText(child(element, 'label'))]
      if (runs.length) return [{ kind: 'formula', id, runs, label }]
      // A formula of which there is only a picture.
      const pictures = picturesOf(element)
      return pictures.length ? [{ kind: 'figure', id, label, caption: [], pictures }] : []
    }
    case 'table-wrap':
      return readTables(element).map((table) => ('body' in table ? { kind: 'table', table } : table))
    case 'fig':
    case 'supplementary-material':
    case 'media':
      return captioned(element, options)
    case 'fn-group':
    case 'author-notes':
    case 'table-wrap-foot':
      return noteRuns(element).map((runs) => ({ kind: 'paragraph', runs }))
    case 'fn':
      return noteRuns(element.parentNode as Element, element).map((runs) => ({ kind: 'paragraph', runs }))
    default:
      return otherBlocks(element, options)
  }
}

/** Parts that are read with the block that they belong to, or not at all. */
const READ_ELSEWHERE = new Set(
  'label title caption object-id alt-text long-desc graphic inline-graphic ref-list sec-meta alternatives'.split(' '),
)
const WITH_CAPTION = new Set(['fig', 'supplementary-material', 'media', 'table-wrap'])

/** A figure or a file: its label, its caption, and what else it says. */
function captioned(element: Element, options: BlockOptions): Block[] {
  const inner = children(element, 'media', 'supplementary-material')
  const parts = [element, ...inner]
  const caption = tidyRuns(parts.flatMap((part) => [...captionRuns(part), { text: ' ', marks: [] }]))
  const label = parts.map((part) => rawText(child(part, 'label'))).find(Boolean) ?? ''
  const pictures = parts.flatMap(picturesOf)
  const others = parts.flatMap((part) =>
    children(part).filter((each) => !READ_ELSEWHERE.has(nameOf(each)) && !inner.includes(each)),
  )
  return [
    ...(label || plainText(caption) || pictures.length
      ? [{ kind: 'figure' as const, id: attribute(element, 'id'), label, caption, pictures }]
      : []),
    ...others.flatMap((each) => blockOf(each, options)),
    ...parts.flatMap((part) => children(part, 'caption').flatMap((each) => apart(each, options))),
  ]
}

/** Elements without a form of their own: their blocks, or their text as a paragraph. */
function otherBlocks(element: Element, options: BlockOptions): Block[] {
  const name = nameOf(element)
  if (name === 'sec-meta') return children(element, 'kwd-group').flatMap((group) => keywordBlock(group))
  if (name === 'kwd-group') return keywordBlock(element)
  if (READ_ELSEWHERE.has(name)) return []
  return options.citations === 'kept' ? paragraphBlocks(element, options) : []
}

function keywordBlock(group: Element): Block[] {
  const label = child(group, 'label')
  const keywords = children(group).filter((part) => part !== label)
  const runs = keywords.flatMap((part, index): Run[] => [{ text: index ? '; ' : ' ', marks: [] }, ...runsOf(part)])
  return keywords.length ? [{ kind: 'paragraph', runs: tidyRuns([...(label ? runsOf(label) : []), ...runs]) }] : []
}

/** Block elements inside a paragraph split it in two. */
const INSIDE_PARAGRAPHS = new Set(
  'p list def-list disp-quote verse-group disp-formula disp-formula-group table-wrap table-wrap-group fig fig-group boxed-text speech preformat supplementary-material media'.split(
    ' ',
  ),
)

function paragraphBlocks(paragraph: Element, options: BlockOptions): Block[] {
  const blocks: Block[] = []
  let inline: ReturnType<typeof nodesOf> = []
  const flush = () => {
    const runs = runsOfNodes(inline, options)
    if (runs.length) blocks.push({ kind: 'paragraph', runs })
    addAll(
      blocks,
      inline.flatMap((node) => (isElement(node) ? apart(node, options, true) : [])),
    )
    inline = []
  }
  for (const node of nodesOf(paragraph)) {
    if (isElement(node) && INSIDE_PARAGRAPHS.has(nameOf(node))) {
      flush()
      addAll(blocks, elementBlocks(node, options, 2))
    } else inline.push(node)
  }
  flush()
  return blocks
}

/** What running text leaves out: floats, files and notes inside a list, a quotation or a mark of the type. */
function apart(element: Element, options: BlockOptions, itself = false): Block[] {
  if (options.citations !== 'kept') return []
  const name = nameOf(element)
  if (itself && (WITH_CAPTION.has(name) || name === 'fn')) return blockOf(element, options)
  if (itself && name === 'inline-supplementary-material') return [{ kind: 'paragraph', runs: runsOf(element, options) }]
  return children(element).flatMap((inner) => apart(inner, options, true))
}

/** The title of a list, as a paragraph before it. */
function listTitle(list: Element, options: BlockOptions): Block[] {
  const title = child(list, 'title')
  const runs = title && options.citations === 'kept' ? runsOf(title, options) : []
  return runs.length ? [{ kind: 'paragraph', runs }] : []
}

const listBlock = (list: Element, options: BlockOptions): Block => ({
  kind: 'list',
  ordered:
    /order|alpha|roman/.test(attribute(list, 'list-type')) &&
    !children(list, 'list-item').some((item) => child(item, 'label')),
  items: children(list, 'list-item')
    .map((item) => runsOf(item, options))
    .filter((runs) => runs.length),
})
