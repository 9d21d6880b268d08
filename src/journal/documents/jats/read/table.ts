import type { Element } from '@xmldom/xmldom'
import { runsOf, captionRuns } from '../model/inline.ts'
import { attribute, child, children, descendants, nameOf, rawText } from '../model/nodes.ts'
import { plainText, tidyRuns, type Run } from '../model/runs.ts'

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

/** A table of which the file has only a picture: its caption, as of a figure. */
export interface PicturedTable {
  kind: 'figure'
  label: string
  caption: Run[]
}

/** The tables of a wrap, mostly one, as rows of cells; the first has the caption, the last the notes. */
export function readTables(wrap: Element): (Table | PicturedTable)[] {
  const label = rawText(child(wrap, 'label'))
  const caption = captionRuns(wrap)
  const foot = children(wrap, 'table-wrap-foot', 'attrib', 'permissions', 'p').flatMap((part) =>
    nameOf(part) === 'table-wrap-foot' ? noteRuns(part) : [runsOf(part, { citations: 'kept' })],
  )
  const tables = descendants(wrap, 'table')
    .map(rowsOfTable)
    .filter(({ body }) => body.length)
  if (!tables.length) return [{ kind: 'figure', label, caption: withNotes(caption, foot) }]
  return tables.map((rows, index) => ({
    label: index ? '' : label,
    caption: index ? [] : caption,
    ...rows,
    foot: index === tables.length - 1 ? foot.filter((runs) => plainText(runs)) : [],
  }))
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
