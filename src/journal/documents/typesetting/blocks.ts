import type { Block, Cell, Table } from '../jats/read/blocks.ts'
import type { JatsBody } from '../jats/read/body.ts'
import { plainText, type Run } from '../jats/model/runs.ts'
import type { Line, TextStyle } from './compose.ts'
import { colours, full, main, side, styles, type Sheet } from './sheet.ts'
import { columnWidths, numericColumns, widthsWanted } from './table-columns.ts'
import { words } from './words.ts'

/** Space before a first-level heading, and the lines that must follow it on its page. */
const SECTION_GAP = 15
const INDENT = 14

/** The text of an article. A paragraph after a paragraph is indented, the first of a section is not. */
export function blocks(sheet: Sheet, all: Block[]): void {
  for (const [index, block] of all.entries()) {
    const before = all[index - 1]
    switch (block.kind) {
      case 'heading':
        heading(sheet, block.level, block.runs, before?.kind === 'heading')
        break
      case 'paragraph':
        paragraph(sheet, block.runs, before !== undefined && before.kind === 'paragraph')
        break
      case 'quote':
        sheet.y += 5
        sheet.element('BlockQuote', () =>
          sheet.flow(sheet.compose(block.runs, styles.quote, main.width - 2 * INDENT), main.x + INDENT, styles.quote),
        )
        sheet.y += 5
        break
      case 'formula':
        formula(sheet, block.runs, block.label)
        break
      case 'list':
        list(sheet, block.items, block.ordered)
        break
      case 'figure':
        figure(sheet, block.label, block.caption)
        break
      case 'table':
        tableBlock(sheet, block.table)
    }
  }
}

function heading(sheet: Sheet, level: number, runs: Run[], afterHeading: boolean): void {
  if (level === 1) return sideHeading(sheet, runs)
  const style = level === 2 ? styles.subheading : styles.minorHeading
  const lines = sheet.compose(runs, style, main.width)
  sheet.need(lines.length * style.leading + 3 * styles.body.leading)
  if (!afterHeading) sheet.y += level === 2 ? 9 : 6
  sheet.element(`H${Math.min(level + 1, 6)}`, () => sheet.flow(lines, main.x, style))
  sheet.y += level === 2 ? 2 : 0
}

/** A first-level heading hangs in the side column, next to the first line of its section. */
function sideHeading(sheet: Sheet, runs: Run[]): void {
  const style = styles.heading
  const lines = sheet.compose(runs, style, side.width)
  const height = lines.length * sheet.leading(style)
  sheet.need(SECTION_GAP + Math.max(height, 3 * styles.body.leading))
  const atTop = sheet.y <= sheet.sideBottom && sheet.sideBottom <= 80
  if (!atTop) sheet.y = Math.max(sheet.y + SECTION_GAP, sheet.sideBottom + 6)
  const top = sheet.y
  sheet.document.outline.addItem(plainText(runs))
  if (!atTop) sheet.artifact(() => sheet.rule(full.x, top - SECTION_GAP / 2, full.width, colours.line, 0.4))
  sheet.element('H2', () => sheet.lines(lines, side.x, top + 0.7, style))
  sheet.sideBottom = top + height
}

function paragraph(sheet: Sheet, runs: Run[], indented: boolean): void {
  const style = styles.body
  // The indent is a space of its own, so that line breaking takes it into account.
  const lines = sheet.compose(
    indented ? [{ text: '\u00a0\u00a0\u00a0\u00a0', marks: [] }, ...runs] : runs,
    style,
    main.width,
  )
  sheet.element('P', () => sheet.flow(lines, main.x, style))
}

function formula(sheet: Sheet, runs: Run[], label: string): void {
  const lines = sheet.compose(runs, { ...styles.body, justified: false }, main.width - 2 * INDENT - 20)
  const [number] = sheet.compose(words(label), styles.body, 60)
  sheet.y += 4
  sheet.need(lines.length * styles.body.leading)
  sheet.element('P', () => {
    if (number) sheet.line(number, main.x + main.width - number.width, sheet.y, styles.body)
    sheet.flow(lines, main.x + INDENT, styles.body)
  })
  sheet.y += 4
}

function list(sheet: Sheet, items: Run[][], ordered: boolean): void {
  const style = { ...styles.body, justified: false }
  sheet.y += 3
  for (const [index, item] of items.entries()) {
    const lines = sheet.compose(item, style, main.width - INDENT - 4)
    const [mark] = sheet.compose(words(ordered ? `${index + 1}.` : '•'), style, INDENT)
    sheet.need(Math.min(lines.length, 2) * style.leading)
    sheet.element('P', () => {
      if (mark) sheet.line(mark, main.x + 2, sheet.y, style)
      sheet.flow(lines, main.x + INDENT + 4, style)
    })
  }
  sheet.y += 3
}

/** Pictures are not part of the XML; only their captions are set. */
function figure(sheet: Sheet, label: string, caption: Run[]): void {
  const runs = [...words(label ? `${label.replace(/[.:]$/, '')}. ` : '', 'b'), ...caption]
  const lines = sheet.compose(runs, styles.caption, main.width)
  sheet.y += 6
  sheet.element('Caption', () => sheet.flow(lines, main.x, styles.caption))
  sheet.y += 6
}

export function references(sheet: Sheet, entries: JatsBody['references']): void {
  const kept = entries.filter((entry) => entry.runs.length)
  if (!kept.length) return
  sideHeading(sheet, words('References'))
  const style = styles.reference
  const numbered = kept.some((entry) => entry.label)
  const indent = numbered ? 20 : 12
  for (const { label, runs } of kept) {
    const lines = sheet.compose(runs, style, main.width - indent)
    const [number] = numbered ? sheet.compose(words(label), style, indent) : []
    sheet.need(Math.min(4, lines.length) * style.leading)
    sheet.element('P', () => {
      if (number) sheet.line(number, main.x, sheet.y, style)
      // Without a number, a hanging indent.
      const [first, ...rest] = numbered ? [] : lines
      if (first) sheet.flow([first], main.x, style)
      sheet.flow(numbered ? lines : rest, main.x + indent, style)
    })
    sheet.y += 2.4
  }
}

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
function tableBlock(sheet: Sheet, table: Table): void {
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
