import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Paged } from '../../contract/rules/site/page-numbers.ts'
import { csv } from '../../contract/rules/text/csv.ts'
import { saveText } from './download.tsx'
import { toast, toastFailure } from './toast.ts'
import { useCommand } from './use-command.ts'

/** The columns of a list in words, each with its cell of a row. */
export type CsvColumns<T> = readonly (readonly [head: string, cell: (row: T) => string])[]

/** A list as a table to download: its heads, and its rows. */
export interface CsvTable {
  /** Of the file, without its ending. */
  name: string
  rows: () => Promise<string[][]>
}

/** The table of a list. `load` answers all its rows. */
export const csvTable = <T,>(
  name: string,
  columns: CsvColumns<T>,
  load: () => Promise<readonly T[]> | readonly T[],
): CsvTable => ({
  name,
  rows: async () => [
    columns.map(([head]) => head),
    ...(await load()).map((row) => columns.map(([, cell]) => cell(row))),
  ],
})

/** Downloads a list as CSV: on every list of the desk, in its head. */
export function CsvButton({ table, children = 'CSV of this list' }: { table: CsvTable; children?: ReactNode }) {
  const { run, busy } = useCommand(toastFailure)
  const save = () =>
    run(async () => {
      const [heads = [], ...rows] = await table.rows()
      // Spreadsheets take a file without the mark for another encoding.
      saveText(`\uFEFF${csv([heads, ...rows])}`, `${table.name}.csv`, 'text/csv')
      if (rows.length === CSV_ROWS_MAX) toast.notice(FIRST_ROWS)
    })
  return (
    <button type="button" className="btn csv" aria-disabled={busy} onClick={() => void save()}>
      <Download className="ic" aria-hidden="true" />
      {children}
    </button>
  )
}

/** A file holds so many rows. */
const CSV_ROWS_MAX = 10_000
const FIRST_ROWS = 'The file holds the first 10,000 rows. Narrow the list for the others.'
const PAGE = 100

/** All pages of a list, by the call that shows it: the same filters, order and rights. */
export async function everyPage<T extends { id: string }>(
  load: (page: number, limit: number) => Promise<Pick<Paged<T>, 'data' | 'meta'>>,
): Promise<T[]> {
  const found = new Map<string, T>()
  for (let page = 1, pages = 1; page <= pages && found.size < CSV_ROWS_MAX; page++) {
    const { data, meta } = await load(page, PAGE)
    // What was added meanwhile moves rows to the next page.
    for (const row of data) if (found.size < CSV_ROWS_MAX) found.set(row.id, row)
    pages = meta.totalPages
  }
  return [...found.values()]
}

/** A day as spreadsheets read it; empty for none. */
export const csvDay = (at: string | null | undefined): string => at?.slice(0, 10) ?? ''
