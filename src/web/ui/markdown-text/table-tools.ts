import type { ChainedCommands } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

/** The table around the cursor, with the place in it. */
function here({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 1; depth--) {
    if ($from.node(depth).type.name !== 'tableCell') continue
    return {
      table: $from.node(depth - 2),
      at: $from.before(depth - 2),
      row: $from.index(depth - 2),
      column: $from.index(depth - 1),
    }
  }
  return null
}

const rowsOf = (table: Node): Node[][] => table.children.map((row) => [...row.children])
const emptyCell = (schema: Schema, like: Node | undefined, head: boolean): Node =>
  schema.node('tableCell', { head, align: like?.attrs.align ?? null })

/** Puts the rows in the place of those of the table, and the cursor into one of its cells. */
function replace(
  tr: Transaction,
  schema: Schema,
  at: number,
  size: number,
  rows: Node[][],
  place: [number, number],
): void {
  const table = schema.node(
    'table',
    null,
    rows.map((cells) => schema.node('tableRow', null, cells)),
  )
  tr.replaceWith(at, at + size, table)
  const row = Math.min(place[0], rows.length - 1)
  const column = Math.min(place[1], rows[row]!.length - 1)
  let cell = at + 2
  for (let index = 0; index < row; index++) cell += table.child(index).nodeSize
  for (let index = 0; index < column; index++) cell += table.child(row).child(index).nodeSize
  tr.setSelection(TextSelection.near(tr.doc.resolve(cell + 1)))
}

type Change = (rows: Node[][], row: number, column: number, schema: Schema) => [number, number] | null

const changed = (change: Change) => (chain: ChainedCommands) =>
  chain.command(({ state, tr, dispatch }) => {
    const place = here(state)
    if (!place) return false
    const rows = rowsOf(place.table)
    const next = change(rows, place.row, place.column, state.schema)
    if (!next) return false
    if (dispatch) replace(tr, state.schema, place.at, place.table.nodeSize, rows, next)
    return true
  })

export const addRow = changed((rows, row, _column, schema) => {
  rows.splice(
    row + 1,
    0,
    rows[0]!.map((cell) => emptyCell(schema, cell, false)),
  )
  return [row + 1, 0]
})
export const addColumn = changed((rows, row, column, schema) => {
  rows.forEach((cells, index) => cells.splice(column + 1, 0, emptyCell(schema, undefined, index === 0)))
  return [row, column + 1]
})
/** The first row names the columns: it goes with its table. */
export const removeRow = changed((rows, row) => {
  if (row === 0) return null
  rows.splice(row, 1)
  return [row - 1, 0]
})
export const removeColumn = changed((rows, row, column) => {
  if (rows[0]!.length === 1) return null
  for (const cells of rows) cells.splice(column, 1)
  return [row, Math.max(0, column - 1)]
})

export const removeTable = (chain: ChainedCommands) =>
  chain.command(({ state, tr, dispatch }) => {
    const place = here(state)
    if (!place) return false
    if (dispatch) {
      tr.replaceWith(place.at, place.at + place.table.nodeSize, state.schema.node('paragraph'))
      tr.setSelection(TextSelection.near(tr.doc.resolve(place.at + 1)))
    }
    return true
  })

/** A table of two columns and two rows, in place of an empty paragraph or after what is around the cursor. */
export const addTable = (chain: ChainedCommands) =>
  chain.command(({ state, tr, dispatch }) => {
    const { schema, selection } = state
    if (here(state)) return false
    if (!dispatch) return true
    const { $from } = selection
    const around = $from.depth ? $from.node(1) : null
    const isBlank = around?.type.name === 'paragraph' && around.content.size === 0
    const at = $from.depth ? (isBlank ? $from.before(1) : $from.after(1)) : tr.doc.content.size
    const rows = [true, false].map((head) => [0, 1].map(() => emptyCell(schema, undefined, head)))
    replace(tr, schema, at, isBlank ? 2 : 0, rows, [0, 0])
    return true
  })
