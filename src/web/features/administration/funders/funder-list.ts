import { funderRow } from '../../../../contract/api/funders.ts'
import { funderOf, ROR_COLUMNS, type RorRow } from '../../../../contract/rules/articles/funders.ts'
import { readTable, type SendRows, sendRows } from '../load-list.ts'

export const NO_FUNDER_LIST = `This file is not ROR’s list: it needs the columns ${ROR_COLUMNS.join(', ')}.`

/** Reads ROR's list of organisations in the browser, and sends the names of those that fund research. */
export async function sendFunders(file: File, send: SendRows): Promise<{ message: string }> {
  const rows = new Map<string, string>()
  await readTable<RorRow>(file, {
    columns: ROR_COLUMNS,
    missing: NO_FUNDER_LIST,
    add: (row) => {
      const funder = funderOf(row)
      if (funder) rows.set(funder.ror, funderRow(funder))
    },
  })
  if (!rows.size) throw new Error('This list names no funder.')
  return sendRows([...rows.values()], send)
}
