import type { Cell, Table } from '../import/jats/table.ts'
import { plainText, type Run } from '../import/jats/runs.ts'
import { longestWord, naturalWidth, type Line, type TextStyle } from './compose.ts'
import { colours, full, main, side, styles } from './design.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

const GAP = 9
const ROW_PADDING = 2.4

interface SetRow {
  style: TextStyle
  height: number
  cells: { lines: Line[]; x: number; width: number; header: boolean; toRight: boolean }[]
}

/**
 * A table with its caption hanging in the side column, or above it where it needs the whole width.
 * It stays on one page where it can, and repeats its head where it cannot.
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
    // A caption in the side column keeps clear of a heading that hangs there.
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

/** Rows with their cells in place: cells that span rows above push later ones to the right. */
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

interface Wanted {
  least: number
  most: number
}

function widthsWanted(sheet: Sheet, table: Table, columns: number): Wanted[] {
  const wanted = Array.from({ length: columns }, (): Wanted => ({ least: 18, most: 18 }))
  for (const [index, row] of [...table.head, ...table.body].entries()) {
    const isHead = index < table.head.length
    const style = isHead ? styles.headCell : styles.cell
    let column = 0
    for (const cell of row) {
      const known = wanted[column]
      if (cell.columns === 1 && known) {
        known.least = Math.max(known.least, longestWord(cell.runs, style, sheet.fonts))
        // Heads may be broken into lines before the cells below them are.
        const natural = naturalWidth(cell.runs, style, sheet.fonts)
        known.most = Math.max(known.most, known.least, isHead ? natural * 0.55 : natural)
      }
      column += cell.columns
    }
  }
  return wanted
}

/** Every column its longest word, and of what is left a share by how much more it wants. */
function columnWidths(wanted: Wanted[], width: number): number[] {
  const least = sum(wanted.map((column) => column.least))
  if (least >= width) return wanted.map((column) => (column.least / least) * width)
  const more = wanted.map((column) => column.most - column.least)
  const left = width - least
  const share = Math.min(1, left / Math.max(1, sum(more)))
  const widths = wanted.map((column, index) => column.least + more[index]! * share)
  const spare = (width - sum(widths)) / widths.length
  return widths.map((column) => column + spare)
}

/** Columns of numbers stand with their last digits below one another. */
const numericColumns = (table: Table, columns: number): boolean[] =>
  Array.from({ length: columns }, (_, column) => {
    const texts = table.body
      .map((row) => (row.length === columns ? plainText(row[column]!.runs as Run[]) : ''))
      .filter(Boolean)
    return (
      texts.length > 0 &&
      texts.every((text) => /^[<>≤≥~−–-]?\s*\d[\d.,\s]*%?$|^[–—-]$/.test(text)) &&
      texts.some((text) => /\d/.test(text))
    )
  })

const heightOf = (rows: SetRow[]): number => sum(rows.map((row) => row.height))
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
