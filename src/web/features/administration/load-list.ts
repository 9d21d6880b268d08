import { ROWS_AT_ONCE } from '../../../contract/api/loaded-list.ts'

export type SendRows = (part: {
  startedAt: string
  total: number | null
  rows: string[]
}) => Promise<{ message: string }>

/** Sends a list in parts; with the last the former list goes. */
export async function sendRows(rows: readonly string[], send: SendRows): Promise<{ message: string }> {
  const startedAt = new Date().toISOString()
  let answer = { message: '' }
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const total = from + ROWS_AT_ONCE < rows.length ? null : rows.length
    answer = await send({ startedAt, total, rows: rows.slice(from, from + ROWS_AT_ONCE) })
  }
  return answer
}

/** Reads a table in the browser, row by row: the file stays where it is. Throws the sentence for its field. */
export async function readTable<R extends object>(
  file: File,
  { columns, missing, add }: { columns: readonly string[]; missing: string; add: (row: R) => void },
): Promise<void> {
  const { default: csv } = await import('papaparse')
  await new Promise<void>((resolve, reject) => {
    csv.parse<R>(file, {
      header: true,
      skipEmptyLines: true,
      chunk: ({ data, meta: { fields = [] } }, parser) => {
        if (columns.some((column) => !fields.includes(column))) {
          reject(new Error(missing))
          parser.abort()
        }
        for (const row of data) add(row)
      },
      complete: () => resolve(),
      error: () => reject(new Error('This file could not be read. Please choose it again.')),
    })
  })
}
