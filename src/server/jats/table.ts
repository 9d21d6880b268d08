import type { Element } from '@xmldom/xmldom'
import { captionRuns } from './caption.ts'
import { runsOf } from './inline.ts'
import { attribute, child, children, descendants, rawText } from './nodes.ts'
import { plainText, type Run } from './runs.ts'

export interface Cell {
  runs: Run[]
  header: boolean
  columns: number
  rows: number
}

export interface Table {
  label: string
  caption: Run[]
  head: Cell[][]
  body: Cell[][]
  foot: Run[][]
}

/** A table as rows of cells; empty if the file has only an image of it. */
export function readTable(wrap: Element): Table | undefined {
  const table = descendants(wrap, 'table')[0]
  if (!table) return undefined
  const head = children(table, 'thead').flatMap(rowsOf)
  const body = [...children(table, 'tbody').flatMap(rowsOf), ...rowsOf(table)]
  if (!body.length) return undefined
  const foot = child(wrap, 'table-wrap-foot')
  return {
    label: rawText(child(wrap, 'label')),
    caption: captionRuns(wrap),
    head,
    body,
    foot: [...children(foot, 'p'), ...descendants(foot ?? wrap, 'fn').filter(() => foot)]
      .map((note) => runsOf(note, { citations: 'kept' }))
      .filter((runs) => plainText(runs)),
  }
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
