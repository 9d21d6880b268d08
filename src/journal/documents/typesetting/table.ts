import type { Cell, Table } from '../jats/read/blocks.ts'
import type { Line, TextStyle } from './compose.ts'
import { type Attributes, colours, full, main, page, side, styles, type Sheet, type Structure } from './sheet.ts'
import { columnWidths, numericColumns, widthsWanted } from './table-columns.ts'
import { words } from './words.ts'

const GAP = 12
const ROW_PADDING = 2.4
/** No smaller than this part of their size are letters set so that many columns fit. */
const SMALLEST = 0.7
/** A row that no page could hold is broken. */
const TALLEST = page.height - page.top - page.bottom - 40

interface SetCell {
  lines: Line[]
  x: number
  width: number
  toRight: boolean
  tag: 'TH' | 'TD'
  attributes: Attributes
}

interface SetRow {
  style: TextStyle
  height: number
  cells: SetCell[]
}

/**
 * A table with its caption hanging in the side column, or above it if it needs the whole width. It stays on
 * one page if possible; otherwise its head is repeated.
 */
export function tableBlock(sheet: Sheet, table: Table): void {
  const columns = Math.max(
    ...[...table.head, ...table.body].map((row) => row.reduce((sum, cell) => sum + cell.columns, 0)),
  )
  const needed = widthsWanted(sheet, table, columns)
  const fitsMain = sum(needed.map(({ least }) => least)) + GAP * (columns - 1) <= main.width && columns <= 7
  const area = fitsMain ? main : full
  const gap = Math.min(GAP, (0.25 * area.width) / columns)
  const room = area.width - gap * (columns - 1)
  const widths = columnWidths(needed, room)
  // Many columns are set smaller before words are broken.
  const size = Math.max(SMALLEST, Math.min(1, room / sum(needed.map(({ least }) => least))))
  const set = (rows: Cell[][], style: TextStyle, isHead: boolean) =>
    setRows(sheet, rows, { style: { ...style, size: style.size * size }, widths, gap, isHead, toRight: numeric })
  const numeric = numericColumns(table, columns)
  const [head, body] = [set(table.head, styles.headCell, true), set(table.body, styles.cell, false)]
  const caption = sheet.compose(
    [...words(table.label ? `${table.label.replace(/[.:]$/, '')}. ` : '', 'b'), ...table.caption],
    styles.caption,
    fitsMain ? side.width : full.width,
  )
  const foot = table.foot.map((note) => sheet.compose(note, styles.note, area.width))
  const captionHeight = caption.length * sheet.leading(styles.caption)
  const tableHeight =
    heightOf(head) + heightOf(body) + sum(foot.map((lines) => lines.length * sheet.leading(styles.note))) + 14
  const height = (fitsMain ? Math.max(captionHeight, tableHeight) : captionHeight + 6 + tableHeight) + 20

  sheet.float(height, () => {
    sheet.y += 10
    // A caption in the side column must not overlap a heading there.
    if (fitsMain) sheet.y = Math.max(sheet.y, sheet.sideBottom > 90 ? sheet.sideBottom + 6 : sheet.y)
    // As much as its beginning needs.
    sheet.need(Math.min(height, captionHeight + heightOf(head) + heightOf(body.slice(0, 2)) + 20))
    sheet.target(table.id)
    const top = sheet.y
    sheet.group('Table', (group) => {
      if (caption.length)
        sheet.element('Caption', () => sheet.lines(caption, fitsMain ? side.x : full.x, top, styles.caption), group)
      if (fitsMain) sheet.sideBottom = top + captionHeight
      else sheet.y += captionHeight + 6
      drawRows(sheet, group, head, body, area)
    })
    for (const lines of foot) {
      sheet.y += 2
      sheet.element('Note', () => sheet.flow(lines, area.x, styles.note))
    }
    sheet.y = Math.max(sheet.y, fitsMain ? Math.min(sheet.sideBottom, sheet.y + captionHeight) : sheet.y) + 12
  })
}

function drawRows(
  sheet: Sheet,
  table: Structure,
  head: SetRow[],
  body: SetRow[],
  area: { x: number; width: number },
): void {
  const rule = (weight: number) =>
    sheet.artifact(() => sheet.rule(area.x, sheet.y, area.width, weight > 0.6 ? colours.ink : colours.line, weight))
  rule(0.9)
  if (head.length) {
    sheet.group('THead', (group) => head.forEach((row) => drawRow(sheet, group, row, area.x, () => {})), table)
    rule(0.5)
  }
  /** The head again, on each page that the table goes on to: who follows the structure has heard it. */
  const goOn = () => {
    rule(0.5)
    sheet.newPage()
    rule(0.9)
    sheet.artifact(() => {
      for (const row of head) {
        for (const cell of row.cells) drawCell(sheet, cell, row, area.x, 0, cell.lines.length)
        sheet.y += row.height
      }
    })
    if (head.length) rule(0.5)
  }
  sheet.group(
    'TBody',
    (group) => {
      for (const row of body) {
        if (sheet.room < row.height && row.height < TALLEST) goOn()
        drawRow(sheet, group, row, area.x, goOn)
      }
    },
    table,
  )
  rule(0.9)
}

/** A row that is taller than a page goes on, line after line, on the next. */
function drawRow(sheet: Sheet, group: Structure, row: SetRow, x: number, goOn: () => void): void {
  const leading = sheet.leading(row.style)
  const tallest = Math.max(1, ...row.cells.map(({ lines }) => lines.length))
  sheet.group(
    'TR',
    (tr) => {
      const elements = row.cells.map((cell) => sheet.begin(cell.tag, tr, cell.attributes))
      for (let from = 0; from < tallest;) {
        const fitting = Math.max(1, Math.floor((sheet.room - 2 * ROW_PADDING + 0.01) / leading))
        const to = Math.min(tallest, from + fitting)
        for (const [index, cell] of row.cells.entries()) {
          if (from && from >= cell.lines.length) continue
          sheet.part(elements[index]!, cell.tag, () => drawCell(sheet, cell, row, x, from, to))
        }
        sheet.y += (to - from) * leading + 2 * ROW_PADDING
        if (to < tallest) goOn()
        from = to
      }
      for (const element of elements) element.end()
    },
    group,
  )
}

const drawCell = (sheet: Sheet, cell: SetCell, { style }: SetRow, x: number, from: number, to: number) =>
  sheet.lines(
    cell.lines.slice(from, to),
    x + cell.x,
    sheet.y + ROW_PADDING,
    style,
    cell.toRight ? { right: cell.width } : undefined,
  )

interface RowSetting {
  style: TextStyle
  widths: number[]
  gap: number
  isHead: boolean
  toRight: boolean[]
}

/** Rows with their cells in position: cells that span rows push later ones to the right. */
function setRows(sheet: Sheet, rows: Cell[][], { style, widths, gap, isHead, toRight }: RowSetting): SetRow[] {
  const takenUntil = widths.map(() => 0)
  const lefts = widths.map((_, column) => sum(widths.slice(0, column)) + gap * column)
  return rows.map((row, index) => {
    let column = 0
    const cells = row.flatMap((cell): SetRow['cells'] => {
      while (column < widths.length && takenUntil[column]! > index) column++
      if (column >= widths.length) return []
      const spanned = widths.slice(column, column + cell.columns)
      const [x, width] = [lefts[column]!, sum(spanned) + gap * (spanned.length - 1)]
      const isHeader = isHead || cell.header
      const isNumeric = toRight[column]! && spanned.length === 1
      for (const at of spanned.keys()) takenUntil[column + at] = index + cell.rows
      column += cell.columns
      return [
        {
          lines: sheet.compose(cell.runs, style, width),
          x,
          width,
          toRight: isNumeric,
          tag: isHeader ? 'TH' : 'TD',
          attributes: {
            ...(isHeader ? { Scope: isHead ? 'Column' : 'Row' } : {}),
            ...(cell.columns > 1 ? { ColSpan: cell.columns } : {}),
            ...(cell.rows > 1 ? { RowSpan: cell.rows } : {}),
          },
        },
      ]
    })
    const tallest = Math.max(1, ...cells.map((cell) => cell.lines.length))
    return { style, cells, height: tallest * sheet.leading(style) + 2 * ROW_PADDING }
  })
}

const heightOf = (rows: SetRow[]): number => sum(rows.map((row) => row.height))
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
