import { plainText, type Run } from '../jats/model/runs.ts'
import type { Table } from '../jats/read/blocks.ts'
import { longestWord, naturalWidth } from './compose.ts'
import { styles, type Sheet } from './sheet.ts'

/** The minimum and the preferred width of a column. */
interface Wanted {
  least: number
  most: number
}

export function widthsWanted(sheet: Sheet, table: Table, columns: number): Wanted[] {
  const wanted = Array.from({ length: columns }, (): Wanted => ({ least: 18, most: 18 }))
  for (const [index, row] of [...table.head, ...table.body].entries()) {
    const isHead = index < table.head.length
    const style = isHead ? styles.headCell : styles.cell
    let column = 0
    for (const cell of row) {
      const known = wanted[column]
      if (cell.columns === 1 && known) {
        known.least = Math.max(known.least, longestWord(cell.runs, style, sheet.fonts))
        // Header cells may be broken into lines before the cells below them are.
        const natural = naturalWidth(cell.runs, style, sheet.fonts)
        known.most = Math.max(known.most, known.least, isHead ? natural * 0.55 : natural)
      }
      column += cell.columns
    }
  }
  return wanted
}

/**
 * Each column gets the width of its longest word, and a share of the rest in proportion to its preferred
 * width.
 */
export function columnWidths(wanted: Wanted[], width: number): number[] {
  const least = sum(wanted.map((column) => column.least))
  if (least >= width) return wanted.map((column) => (column.least / least) * width)
  const more = wanted.map((column) => column.most - column.least)
  const left = width - least
  const share = Math.min(1, left / Math.max(1, sum(more)))
  const widths = wanted.map((column, index) => column.least + more[index]! * share)
  const spare = (width - sum(widths)) / widths.length
  return widths.map((column) => column + spare)
}

/** Columns of numbers are right-aligned. */
export const numericColumns = (table: Table, columns: number): boolean[] =>
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

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
