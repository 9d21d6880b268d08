import { rowOf, ROWS_AT_ONCE } from '../../../../contract/api/retracted-references.ts'
import { LIST_COLUMNS, type ListRow, RetractionList } from '../../../../contract/rules/articles/retracted-references.ts'

export const NO_LIST = `This file is no list of retracted articles: it needs the columns ${LIST_COLUMNS.join(', ')}.`

/**
 * Reads a list of retracted articles in the browser, and sends the three columns that are used: the file of 60 MB stays where it
 * is. Throws the sentence for its field.
 */
export async function sendList(
  file: File,
  send: (rows: { startedAt: string; total: number | null; rows: string[] }) => Promise<{ message: string }>,
): Promise<{ message: string }> {
  const rows = await readList(file)
  const startedAt = new Date().toISOString()
  let answer = { message: '' }
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE).map(rowOf)
    answer = await send({ startedAt, total: from + ROWS_AT_ONCE < rows.length ? null : rows.length, rows: part })
  }
  return answer
}

async function readList(file: File): Promise<RetractionList['rows']> {
  const { default: csv } = await import('papaparse')
  const list = new RetractionList()
  await new Promise<void>((resolve, reject) => {
    csv.parse<ListRow>(file, {
      header: true,
      skipEmptyLines: true,
      chunk: ({ data, meta: { fields = [] } }, parser) => {
        if (LIST_COLUMNS.some((column) => !fields.includes(column))) {
          reject(new Error(NO_LIST))
          parser.abort()
        }
        for (const row of data) list.add(row)
      },
      complete: () => resolve(),
      error: () => reject(new Error('This file could not be read. Please choose it again.')),
    })
  })
  if (!list.rows.length) throw new Error('This list names no retracted article.')
  return list.rows
}
