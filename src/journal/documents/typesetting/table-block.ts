import type { Cell, Table } from '../jats/table.ts'
import type { Line, TextStyle } from './compose.ts'
import { colours, full, main, side, styles } from './design.ts'
import type { Sheet } from './sheet.ts'
import { columnWidths, numericColumns, widthsWanted } from './table-columns.ts'
import { words } from './words.ts'

const GAP = 12
const ROW_PADDING = 2.4

interface SetRow {
  style: TextStyle
  height: number
  cells: { lines: Line[]; x: number; width: number; header: boolean; toRight: boolean }[]
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
  const widths = columnWidths(needed, area.width - GAP * (columns - 1))
  const rightAligned = numericColumns(table, columns)
  const set = (rows: Cell[][], style: TextStyle) => setRows(sheet, rows, style, widths, rightAligned)
  const [head, body] = [set(table.head, styles.headCell), set(table.body, styles.cell)]
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
    const top = sheet.y
    sheet.group('Table', (group) => {
      if (caption.length)
        sheet.element('Caption', () => sheet.lines(caption, fitsMain ? side.x : full.x, top, styles.caption), group)
      if (fitsMain) sheet.sideBottom = top + captionHeight
      else sheet.y += captionHeight + 6
      drawRows(sheet, group, head, body, area)
      for (const lines of foot) {
        sheet.y += 2
        sheet.element('Note', () => sheet.flow(lines, area.x, styles.note), group)
      }
    })
    sheet.y = Math.max(sheet.y, fitsMain ? Math.min(sheet.sideBottom, sheet.y + captionHeight) : sheet.y) + 12
  })
}

function drawRows(
  sheet: Sheet,
  group: PDFKit.PDFStructureElement,
  head: SetRow[],
  body: SetRow[],
  area: { x: number; width: number },
): void {
  const rule = (weight: number) =>
    sheet.artifact(() => sheet.rule(area.x, sheet.y, area.width, weight > 0.6 ? colours.ink : colours.line, weight))
  const drawHead = () => {
    rule(0.9)
    for (const row of head) drawRow(sheet, group, row, area.x)
    if (head.length) rule(0.5)
  }
  drawHead()
  for (const row of body) {
    if (sheet.room < row.height) {
      rule(0.5)
      sheet.newPage()
      drawHead()
    }
    drawRow(sheet, group, row, area.x)
  }
  rule(0.9)
}

function drawRow(sheet: Sheet, group: PDFKit.PDFStructureElement, row: SetRow, x: number): void {
  sheet.group(
    'TR',
    (tr) => {
      for (const cell of row.cells) {
        sheet.element(
          cell.header ? 'TH' : 'TD',
          () =>
            sheet.lines(
              cell.lines,
              x + cell.x,
              sheet.y + ROW_PADDING,
              row.style,
              cell.toRight ? { right: cell.width } : undefined,
            ),
          tr,
        )
      }
    },
    group,
  )
  sheet.y += row.height
}

/** Rows with their cells in position: cells that span rows push later ones to the right. */
function setRows(sheet: Sheet, rows: Cell[][], style: TextStyle, widths: number[], rightAligned: boolean[]): SetRow[] {
  const takenUntil = widths.map(() => 0)
  const lefts = widths.map((_, column) => sum(widths.slice(0, column)) + GAP * column)
  return rows.map((row, index) => {
    let column = 0
    const cells = row.flatMap((cell): SetRow['cells'] => {
      while (column < widths.length && takenUntil[column]! > index) column++
      if (column >= widths.length) return []
      const spanned = widths.slice(column, column + cell.columns)
      const [x, width] = [lefts[column]!, sum(spanned) + GAP * (spanned.length - 1)]
      const toRight = rightAligned[column]! && spanned.length === 1
      for (const at of spanned.keys()) takenUntil[column + at] = index + cell.rows
      column += cell.columns
      return [
        {
          lines: sheet.compose(cell.runs, style, width),
          x,
          width,
          header: cell.header,
          toRight,
        },
      ]
    })
    const tallest = Math.max(1, ...cells.map((cell) => cell.lines.length))
    return { style, cells, height: tallest * sheet.leading(styles.cell) + 2 * ROW_PADDING }
  })
}

const heightOf = (rows: SetRow[]): number => sum(rows.map((row) => row.height))
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
