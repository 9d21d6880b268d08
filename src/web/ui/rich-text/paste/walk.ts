import { escapeAttribute, escapeText } from '../../../../contract/rules/text/plain-text.ts'
import { isAllowedPicture } from '../../../../contract/rules/text/rich-text.ts'
import { type Block, htmlOfBlocks, type ItemBlock, type Marks, marksWithin, PLAIN, tagsOf } from './blocks.ts'
import { attribute, childrenOf, isElement, isText, nameOf, type Source, type Style, styleOf } from './source.ts'

/** Markup specific to Microsoft Word. */

/**
 * Word's list items are paragraphs whose style names a list and a level, and whose text begins with the list
 * marker.
 */
function wordListItem(element: Source, style: Style): { level: number; ordered: boolean } | null {
  const list = style.get('mso-list')
  const level = /\blevel(\d)/i.exec(list ?? '')?.[1]
  if (!level) return null
  return { level: Number(level), ordered: /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(markOf(element).trim()) }
}

function markOf(node: Source): string {
  if (isText(node)) return node.nodeValue ?? ''
  if (!isElement(node)) return ''
  const inside = () => childrenOf(node).map(textOf).join('')
  if (isMark(styleOf(node))) return inside()
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue
    const mark = markOf(child)
    if (mark) return mark
  }
  return ''
}

const textOf = (node: Source): string =>
  isText(node) ? (node.nodeValue ?? '') : isElement(node) ? childrenOf(node).map(textOf).join('') : ''

const isMark = (style: Style): boolean => /ignore/i.test(style.get('mso-list') ?? '')

/** List markers, comments, tracked deletions and hidden text are not part of the author's text. */
function isWordNoise(element: Source, style: Style): boolean {
  return (
    isMark(style) ||
    style.get('mso-hide') === 'all' ||
    /comment/i.test(style.get('mso-element') ?? '') ||
    style.get('mso-special-character') === 'comment' ||
    /\bmso(?:com|del\b)/i.test(attribute(element, 'class')) ||
    (nameOf(element) === 'del' && attribute(element, 'datetime') !== '')
  )
}

/** Titles are paragraphs with a class of their own. */
const isWordTitle = (element: Source): boolean => /\bMsoTitle/i.test(attribute(element, 'class'))

/** The inherited context inside an element. */
interface Place {
  marks: Marks
  tag: 'p' | 'h1' | 'h2' | 'h3'
  align: 'center' | 'right' | null
  quoted: boolean
  item: ItemBlock | null
  list: { level: number; ordered: boolean } | null
  /** In a table row, which becomes one paragraph. */
  inRow: boolean
  preformatted: boolean
}

const START: Place = {
  marks: PLAIN,
  tag: 'p',
  align: null,
  quoted: false,
  item: null,
  list: null,
  inRow: false,
  preformatted: false,
}

/** How a block element changes the context for its content. */
function within(element: Source, name: string, style: Style, outer: Place): Partial<Place> {
  const side = (style.get('text-align') ?? attribute(element, 'align')).toLowerCase()
  const change: Partial<Place> = {}
  // Manuscripts are often justified by default, which leaves gaps on a phone. The toolbar still offers it.
  if (name === 'center' || side === 'center') change.align = 'center'
  else if (side === 'right' || side === 'end') change.align = 'right'
  else if (side) change.align = null

  if (name === 'blockquote') change.quoted = true
  if (name === 'pre') change.preformatted = true
  if (name === 'ul' || name === 'ol') {
    change.list = { level: (outer.list?.level ?? 0) + 1, ordered: name === 'ol' }
    change.item = null
  }
  if (name === 'li') {
    const said = Number(attribute(element, 'aria-level') || attribute(element, 'data-aria-level'))
    change.item = {
      kind: 'item',
      level: said || (outer.list?.level ?? 1),
      ordered: outer.list?.ordered ?? false,
      paragraphs: [],
    }
  }
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading) change.tag = `h${Math.min(Number(heading), 3) as 1 | 2 | 3}`
  else if (isWordTitle(element)) change.tag = 'h1'
  else {
    const item = wordListItem(element, style)
    if (item) change.item = { kind: 'item', ...item, paragraphs: [] }
  }
  return change
}

/** Inline content. */
type Run = { kind: 'text'; text: string; marks: Marks } | { kind: 'break' } | { kind: 'picture'; html: string }

const isSpace = (run: Run | undefined): boolean =>
  run?.kind === 'break' || (run?.kind === 'text' && run.text.trim() === '')

/** The HTML of a line, trimmed; empty for a blank one. */
function htmlOfRuns(runs: readonly Run[], inHeading: boolean): string {
  const isFilled = (run: Run) => !isSpace(run)
  const line = runs.slice(Math.max(0, runs.findIndex(isFilled)), runs.findLastIndex(isFilled) + 1)

  let html = ''
  let open: [string, string][] = []
  const turnTo = (tags: [string, string][]) => {
    const shared = open.findIndex(([tag], index) => tag !== tags[index]?.[0])
    const kept = shared === -1 ? open.length : shared
    for (const [, close] of open.slice(kept).reverse()) html += close
    for (const [tag] of tags.slice(kept)) html += tag
    open = tags
  }

  let spaced = true
  line.forEach((run, index) => {
    if (run.kind === 'text') {
      let { text } = run
      if (spaced) text = text.replace(/^ +/, '')
      if (index === line.length - 1) text = text.trimEnd()
      if (index === 0) text = text.trimStart()
      if (text === '') return
      turnTo(tagsOf(run.marks, inHeading))
      html += escapeText(text)
      spaced = text.endsWith(' ')
    } else {
      turnTo([])
      html += run.kind === 'break' ? '<br>' : run.html
      spaced = run.kind === 'break'
    }
  })
  turnTo([])
  return html
}

const BLOCK = /^(?:p|div|h[1-6]|li|table)$/

/**
 * Whether a table row can be read as one line: several cells of at most one paragraph each. Tables used for
 * the layout of a page or email do not qualify.
 */
function isPlainRow(row: Source): boolean {
  const cells = childrenOf(row).filter(isElement)
  return cells.length > 1 && cells.every((cell) => blocksIn(cell) <= 1)
}

const blocksIn = (node: Source): number =>
  childrenOf(node)
    .filter(isElement)
    .reduce((sum, child) => sum + (BLOCK.test(nameOf(child)) ? 1 : 0) + blocksIn(child), 0)

export interface Cleaned {
  html: string
  /** Pictures that could not be pasted: local files that the browser cannot read, or too large. */
  picturesLeftOut: number
}

const LEFT_OUT = new Set(
  'script style head title meta link xml template noscript object embed iframe svg canvas audio video select textarea button input annotation annotation-xml w:sdtpr'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote table tbody thead tfoot tr td th caption section article header footer main aside nav figure figcaption address center pre form hr body'.split(
    ' ',
  ),
)
// Removes characters that the journal's forms reject, because they are invisible.
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B\uFEFF\uFFFE\uFFFF]/g

/** Converts a pasted tree to the journal's own markup. */
export function cleanTree(root: Source): Cleaned {
  const blocks: Block[] = []
  let runs: Run[] = []
  let picturesLeftOut = 0

  const endLine = (place: Place) => {
    const html = htmlOfRuns(runs, place.tag !== 'p')
    runs = []
    if (html === '') return
    const { item, tag, align, quoted } = place
    if (!item) blocks.push({ kind: 'text', tag, align, quoted, html })
    else {
      if (item.paragraphs.length === 0) blocks.push(item)
      item.paragraphs.push(html)
    }
  }

  const text = (value: string, { marks, preformatted }: Place) => {
    value.split(preformatted ? /\r?\n/ : /\v/).forEach((part, index) => {
      if (index > 0) runs.push({ kind: 'break' })
      const clean = part.replace(/[ \t\r\n\f]+/g, ' ').replace(UNPRINTABLE, '')
      if (clean) runs.push({ kind: 'text', text: clean, marks })
    })
  }

  const lineBreak = (element: Source, style: Style, place: Place) => {
    const pageBreak = style.has('page-break-before')
    // Two line breaks are how emails and old pages write a new paragraph.
    if (pageBreak || runs.at(-1)?.kind === 'break') endLine(place)
    else if (attribute(element, 'class') !== 'Apple-interchange-newline') runs.push({ kind: 'break' })
  }

  const picture = (element: Source) => {
    const src = attribute(element, 'src').trim()
    if (!isAllowedPicture(src)) picturesLeftOut++
    else {
      const alt = escapeAttribute(attribute(element, 'alt'))
      runs.push({ kind: 'picture', html: `<img src="${escapeAttribute(src)}" alt="${alt}">` })
    }
  }

  const row = (element: Source, place: Place) => {
    for (const cell of childrenOf(element)) {
      if (!isElement(cell)) continue
      const before = runs.length
      walk(cell, { ...place, inRow: true })
      const filled = runs.slice(before).some((run) => run.kind !== 'text' || run.text.trim() !== '')
      if (before > 0 && filled) runs.splice(before, 0, { kind: 'text', text: ' | ', marks: PLAIN })
    }
  }

  const walk = (node: Source, outer: Place): void => {
    if (isText(node)) return text(node.nodeValue ?? '', outer)
    if (!isElement(node)) return
    const name = nameOf(node)
    const style = styleOf(node)
    if (LEFT_OUT.has(name) || /^none\b/i.test(style.get('display') ?? '') || isWordNoise(node, style)) return
    if (name === 'br') return lineBreak(node, style, outer)
    if (name === 'img') return picture(node)
    // Word writes sequences of spaces as one element.
    if (style.get('mso-spacerun') === 'yes') return text(' ', outer)

    const place: Place = { ...outer, marks: marksWithin(node, style, outer.marks) }
    if (!BLOCKS.has(name) || outer.inRow) {
      for (const child of childrenOf(node)) walk(child, place)
      if (BLOCKS.has(name)) text(' ', place)
      return
    }
    endLine(outer)
    Object.assign(place, within(node, name, style, outer))
    if (name === 'tr' && isPlainRow(node)) row(node, place)
    else for (const child of childrenOf(node)) walk(child, place)
    endLine(place)
  }

  walk(root, START)
  return { html: htmlOfBlocks(blocks), picturesLeftOut }
}
