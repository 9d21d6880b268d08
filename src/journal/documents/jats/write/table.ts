import type { HtmlElement, HtmlNode } from '../../../../platform/html/tree.ts'
import { element, type Xml, type XmlContent } from '../../../../platform/xml.ts'

interface Row {
  isHead: boolean
  cells: HtmlElement[]
}

/** What the nodes of a cell are written as. */
type WriteCell = (nodes: readonly HtmlNode[]) => XmlContent[]

/** A table of the abstract, and what stands in it outside of its cells; no table where there is no cell. */
export function table({ nodes }: HtmlElement, write: WriteCell): { table: Xml | null; strays: HtmlNode[] } {
  const rows: Row[] = []
  const strays: HtmlNode[] = []
  const collect = (within: readonly HtmlNode[], isHead: boolean, row?: Row) => {
    for (const node of within) {
      if (typeof node === 'string') {
        if (node.trim()) strays.push(node)
      } else if (node.name === 'td' || node.name === 'th') {
        if (!row) rows.push((row = { isHead, cells: [] }))
        row.cells.push(node)
      } else if (node.name === 'tr') {
        const made: Row = { isHead, cells: [] }
        rows.push(made)
        collect(node.nodes, isHead, made)
      } else if (node.name === 'thead' || node.name === 'tbody') collect(node.nodes, node.name === 'thead')
      else strays.push(node)
    }
  }
  collect(nodes, false)
  const written = (isHead: boolean) =>
    rows
      .filter((row) => row.isHead === isHead && row.cells.length)
      .map(({ cells }) =>
        element(
          'tr',
          {},
          cells.map((one) => cell(one, write)),
        ),
      )
  const [head, body] = [written(true), written(false)]
  if (!head.length && !body.length) return { table: null, strays }
  // There is no table without a body.
  const parts = body.length
    ? [head.length ? element('thead', {}, head) : null, element('tbody', {}, body)]
    : [element('tbody', {}, head)]
  return { table: element('table-wrap', {}, element('table', {}, parts)), strays }
}

function cell(from: HtmlElement, write: WriteCell): Xml {
  const spans = Object.fromEntries(
    ['colspan', 'rowspan'].map((name) => {
      const span = from.attribute(name)
      return [name, span && /^[1-9]\d{0,2}$/.test(span) ? span : null]
    }),
  )
  const scope = from.name === 'th' ? from.attribute('scope') : null
  return element(from.name, { ...spans, scope: SCOPES.has(scope ?? '') ? scope : null }, write(from.nodes))
}

const SCOPES = new Set(['col', 'row', 'colgroup', 'rowgroup'])
