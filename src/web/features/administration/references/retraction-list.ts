import { rowOf } from '../../../../contract/api/retracted-references.ts'
import { LIST_COLUMNS, type ListRow, RetractionList } from '../../../../contract/rules/articles/retracted-references.ts'
import { readTable, type SendRows, sendRows } from '../load-list.ts'

export const NO_LIST = `This file is no list of retracted articles: it needs the columns ${LIST_COLUMNS.join(', ')}.`

/**
 * Reads a list of retracted articles in the browser, and sends the three columns that are used: the file of 60 MB stays where it
 * is. Throws the sentence for its field.
 */
export async function sendList(file: File, send: SendRows): Promise<{ message: string }> {
  const list = new RetractionList()
  await readTable<ListRow>(file, { columns: LIST_COLUMNS, missing: NO_LIST, add: (row) => list.add(row) })
  if (!list.rows.length) throw new Error('This list names no retracted article.')
  return sendRows(list.rows.map(rowOf), send)
}
