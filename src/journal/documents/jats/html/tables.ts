import type { Element } from '@xmldom/xmldom'
import { attribute, children, descendants, nameOf, nodesOf, rawText, isElement, addAll } from '../model/nodes.ts'
import { captionOf, classes, figcaption, labelOf, awayMount } from './figures.ts'
import { sizes } from './inline.ts'
import { plainText } from './plain.ts'
import type { Handler, Rendering } from './rendering.ts'
import { attr, idAttr } from './write.ts'
import { alignmentClass, classesOfStyle } from './styles.ts'

/** Tables with more columns take the margin too. */
const WIDEST_IN_TEXT = 5
const HEADLESS = [
  'label',
  'caption',
  'table',
  'table-wrap-foot',
  'alternatives',
  'graphic',
  'media',
  'attrib',
  'permissions',
]

/** A table in a frame of its own, which scrolls where it is too wide, with its caption and notes. */
export const tableWrap: Handler = (element, rendering) => {
  const id = rendering.ids.of(element)
  const idMark = rendering.id(element)
  const caption = captionOf(element, rendering)
  const label = labelOf(element) || 'Table'
  rendering.passage(caption.plain, id)
  const forms = children(element, 'alternatives').flatMap((part) => children(part))
  const all = [...children(element), ...forms]
  const tables = all.filter((part) => nameOf(part) === 'table').map((table) => tableHtml(table, rendering, id))
  const columns = tables.reduce((most, table) => Math.max(most, table.columns), 0)
  const captionId = `${id}-c`
  const named = caption.label || caption.html ? ` aria-labelledby="${captionId}"` : attr('aria-label', label)
  const frames = tables.map((table, index) =>
    frame(table, index && named ? attr('aria-label', `${label}, part ${index + 1}`) : named),
  )
  const pictures = tables.length
    ? []
    : all
        .filter((part) => ['graphic', 'media'].includes(nameOf(part)))
        .map((part) => tablePicture(part, label, rendering))
  const others = rendering.blocks(element, ...HEADLESS).join('')
  const notes = children(element, 'table-wrap-foot')
    .map((foot) => tableNotes(foot, id, rendering))
    .join('')
  const head = figcaption({ ...caption, label: caption.label }, idAttr(captionId))
  return `<figure${classes('tab', columns > WIDEST_IN_TEXT && 'wide')}${idMark} tabindex="-1">${head}${frames.join('')}${pictures.join('')}${others}${notes}</figure>${caption.apart.join('')}`
}

function frame({ html, columns }: TableRows, name: string): string {
  const more =
    columns > 3 ? `<p class="more" aria-hidden="true">${columns} columns: scroll sideways <span>→</span></p>` : ''
  return `${more}<div class="frame" role="region" tabindex="0"${name}><table>${html}</table></div>`
}

/** A table outside a wrap. */
export const bareTable: Handler = (element, rendering) =>
  `<figure class="tab"${rendering.id(element)}>${frame(tableHtml(element, rendering, rendering.place.id), ' aria-label="Table"')}</figure>`

/** A table of which the file has only a picture. */
function tablePicture(graphic: Element, label: string, rendering: Rendering): string {
  const image = rendering.options.image(attribute(graphic, 'href'))
  if (!image) return awayMount(label, rendering, 'table')
  const alt = descendants(graphic, 'alt-text').map(rawText)[0] ?? label
  return `<div class="mount"><img class="art"${attr('src', image.src)}${sizes(image)}${attr('alt', alt)} loading="lazy" decoding="async"></div>`
}

/** Notes below a table: paragraphs and marked notes in their order. */
export function tableNotes(foot: Element, anchor: string, rendering: Rendering): string {
  const notes = rendering.quietly(() => notesIn(foot, rendering))
  rendering.passage(
    noteParts(foot)
      .map((part) => plainText(nodesOf(part)))
      .join(' '),
    anchor,
  )
  return notes ? `<div class="notes">${notes}</div>` : ''
}

const noteParts = (foot: Element) => descendants(foot, 'p', 'attrib', 'title')

const notesIn = (foot: Element, rendering: Rendering): string =>
  children(foot)
    .map((part) => {
      const name = nameOf(part)
      if (name === 'fn') return tableNote(part, rendering)
      if (name === 'fn-group' || name === 'table-wrap-foot') return notesIn(part, rendering)
      if (name === 'title' || name === 'label') return `<p><b>${rendering.inlineOf(part)}</b></p>`
      if (name === 'attrib') return `<p class="credit">${rendering.inlineOf(part)}</p>`
      return rendering.block(part)
    })
    .join('')

function tableNote(note: Element, rendering: Rendering): string {
  const id = rendering.id(note)
  const label = children(note, 'label')
    .map((part) => rendering.inlineOf(part))
    .join(' ')
    .trim()
  const mark = label ? `<sup class="fn-n">${label.replace(/^<sup>([^<]*)<\/sup>$/, '$1')}</sup> ` : ''
  const body = rendering.blocks(note, 'label')
  const [first = '', ...rest] = body
  const joined = first.startsWith('<p>')
    ? [`<p${id}>${mark}${first.slice('<p>'.length)}`, ...rest]
    : [`<p${id}>${mark}</p>`, ...body]
  return joined.join('')
}

export const tableGroup: Handler = (element, rendering) => {
  const id = rendering.id(element)
  const caption = captionOf(element, rendering)
  rendering.passage(caption.plain, rendering.ids.of(element))
  const head =
    caption.label || caption.html
      ? `<div class="figs-t">${caption.label && `<b class="lab">${caption.label}</b>`}${caption.html}</div>`
      : ''
  return `<div class="figs"${id}>${head}${rendering.blocks(element, 'label', 'caption', 'attrib', 'permissions').join('')}${caption.apart.join('')}</div>`
}

interface TableRows {
  html: string
  columns: number
}

interface Cell {
  element: Element
  column: number
  columns: number
  rows: number
  plain: string
}
interface Row {
  element: Element
  cells: Cell[]
  /** The first column is held by a cell of a row above. */
  continues: boolean
}
interface Part {
  tag: 'thead' | 'tbody' | 'tfoot'
  rows: Row[]
}

/** More columns than any page of print has; cells beyond are shown all the same. */
const MOST_COLUMNS = 200
const NUMBER = /^[<>≤≥≈~±+−–-]?[\d.,]+%?(?:[±–−/×(-][\d.,]+%?\)?)*[*†‡§a-e]{0,4}$/

/** The rows of a table; each body row becomes a passage that leads to `anchor`. */
function tableHtml(table: Element, rendering: Rendering, anchor: string): TableRows {
  const parts = partsOf(table)
  const body = parts.filter((part) => part.tag !== 'thead')
  const cells = parts.flatMap((part) => part.rows.flatMap((row) => row.cells))
  const columns = cells.reduce((most, cell) => Math.max(most, cell.column + cell.columns), 0)
  const numeric = numericColumns(body)
  const hasHead = parts.some((part) => part.tag === 'thead' && part.rows.length)
  const rowHeads = hasHead && columns > 1 && !numeric.has(0) && numeric.size > 0
  const look: Look = { numeric, rowHeads, rendering }
  const html = parts
    .map(({ tag, rows }) =>
      rows.length ? `<${tag}>${rows.map((row) => rowHtml(row, tag, look)).join('')}</${tag}>` : '',
    )
    .join('')
  for (const part of parts) {
    for (const row of part.rows) {
      const words = row.cells.map((cell) => cell.plain).filter(Boolean)
      // Numbers alone find nothing.
      if (words.some((word) => /\p{L}{2}/u.test(word))) rendering.passage(words.join(' · '), anchor)
    }
  }
  return { html, columns }
}

function partsOf(table: Element): Part[] {
  const parts: Part[] = []
  let loose: Element[] = []
  const flush = () => {
    if (loose.length) parts.push({ tag: 'tbody', rows: rowsOf(loose) })
    loose = []
  }
  for (const element of children(table)) {
    const name = nameOf(element)
    if (name === 'tr') loose.push(element)
    else if (name === 'thead' || name === 'tbody' || name === 'tfoot') {
      flush()
      parts.push({ tag: name, rows: rowsOf(children(element, 'tr')) })
    } else if (name === 'tgroup') {
      flush()
      addAll(parts, partsOf(element))
    }
  }
  flush()
  // HTML wants the head first and the foot last.
  const order = { thead: 0, tbody: 1, tfoot: 2 }
  return parts.sort((one, other) => order[one.tag] - order[other.tag])
}

/** Places cells in columns: a cell that spans rows pushes those of the next rows to the right. */
function rowsOf(elements: Element[]): Row[] {
  const held: number[] = []
  return elements.map((element, index) => {
    const continues = (held[0] ?? 0) > 0
    let column = 0
    const next = new Map<number, number>()
    const cells = children(element, 'td', 'th').map((cell): Cell => {
      while ((held[column] ?? 0) > 0 && column < MOST_COLUMNS) column++
      const columns = span(cell, 'colspan', MOST_COLUMNS)
      const rows = Math.min(span(cell, 'rowspan', 60_000), elements.length - index)
      for (let at = column; at < Math.min(column + columns, MOST_COLUMNS); at++) next.set(at, rows)
      const placed = { element: cell, column, columns, rows, plain: plainText(nodesOf(cell)) }
      column += columns
      return placed
    })
    for (let at = 0; at < held.length; at++) if (held[at]) held[at]!--
    for (const [at, rows] of next) held[at] = rows - 1
    return { element, cells, continues }
  })
}

const span = (cell: Element, name: string, most: number): number =>
  Math.min(most, Math.max(1, Math.floor(Number(attribute(cell, name)) || 1)))

/** The columns in which most of what is written are numbers. */
function numericColumns(parts: Part[]): Set<number> {
  const counts = new Map<number, [numbers: number, others: number]>()
  for (const { plain, column, columns } of parts.flatMap((part) => part.rows.flatMap((row) => row.cells))) {
    if (!plain || columns > 1 || /^[-–—]$/.test(plain) || /^n\.?[ads]\.?$/i.test(plain)) continue
    const count = counts.get(column) ?? [0, 0]
    counts.set(column, count)
    count[plain.length < 40 && NUMBER.test(plain.replaceAll(' ', '')) ? 0 : 1]++
  }
  return new Set([...counts].flatMap(([column, [numbers, others]]) => (numbers > 4 * others ? [column] : [])))
}

interface Look {
  numeric: Set<number>
  rowHeads: boolean
  rendering: Rendering
}

function rowHtml(row: Row, part: Part['tag'], look: Look): string {
  const onlyRules =
    row.cells.length > 0 && row.cells.every((cell) => !cell.plain && children(cell.element, 'hr').length)
  const names = [
    row.continues && part === 'tbody' && 'with',
    onlyRules && 'rule',
    classesOfStyle(attribute(row.element, 'style')),
  ]
  const cells = row.cells.map((cell) => cellHtml(cell, row, part, look)).join('')
  return `<tr${look.rendering.id(row.element)}${attr('class', names.filter(Boolean).join(' '))}>${cells}</tr>`
}

function cellHtml(cell: Cell, row: Row, part: Part['tag'], { numeric, rowHeads, rendering }: Look): string {
  const { element, column, columns, rows } = cell
  const isEmpty = !rawText(element) && !children(element).some((inner) => nameOf(inner) !== 'hr')
  const inHead = part === 'thead'
  const clearlyHead = rowHeads && part === 'tbody' && column === 0 && !row.continues && columns === 1
  const isHead = !isEmpty && (inHead || nameOf(element) === 'th' || clearlyHead)
  const scope = isHead ? scopeOf(cell, inHead || row.cells.every((one) => nameOf(one.element) === 'th')) : ''
  const isNumber = columns === 1 && numeric.has(column) && !clearlyHead
  const style = classesOfStyle(attribute(element, 'style')) || alignmentClass(attribute(element, 'align'))
  const names = [
    inHead && columns > 1 && isHead && 'span',
    isNumber && 'n',
    ...style.split(' ').filter((name) => !(isNumber && /^[rc]$/.test(name))),
  ]
  const tag = isHead ? 'th' : 'td'
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`
  const html = cellContent(element, rendering, isNumber)
  return `<${tag}${rendering.id(element)}${spans}${attr('scope', scope)}${attr('class', [...new Set(names.filter(Boolean))].join(' '))}>${html}</${tag}>`
}

/** Which cells a header cell is for. */
function scopeOf({ column, columns }: Cell, headsColumns: boolean): string {
  if (headsColumns) return columns > 1 ? 'colgroup' : 'col'
  return column > 0 ? '' : columns > 1 ? 'colgroup' : 'row'
}

/** The words of a cell: a single paragraph needs no element of its own; stars hang outside numbers. */
function cellContent(element: Element, rendering: Rendering, isNumber: boolean): string {
  const paragraphs = children(element)
  const only =
    paragraphs.length === 1 &&
    nameOf(paragraphs[0]!) === 'p' &&
    nodesOf(element).every((node) => isElement(node) || !node.nodeValue?.trim())
  const nodes = nodesOf(only ? paragraphs[0]! : element)
  const html = rendering.quietly(() => rendering.flow(nodes, { tag: '', passages: false })).join('')
  return isNumber ? html.replace(/(?:<sup>)?(\*{1,4})(?:<\/sup>)?$/, '<span class="ast">$1</span>') : html
}
