import type { FeeRow } from '../../../contract/api/invoices.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { journal } from '../../../contract/journal.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { csv } from '../../../contract/rules/text/csv.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import { type FeeFilter, listFees } from './list.ts'

const AT_ONCE = 500

const HEAD = [
  ...['Manuscript', 'Title', 'Author', 'Accepted', 'Invoice', 'Payer', 'Issued', 'Due', 'State', 'Currency', 'Amount'],
  ...['Paid', 'Last payment', 'Credit note', 'Waiver', 'Remains'],
]

/** Without its currency, which has a column of its own. */
const amount = (money: string | null): string => (money === null ? '' : money.slice(4))

const cellsOf = ({ manuscript, title, author, acceptedOn, invoice, waiver }: FeeRow): string[] => [
  ...[manuscript, plainTitle(title), author, acceptedOn ?? ''],
  ...[invoice?.number ?? '', invoice?.payer ?? '', invoice?.issuedOn ?? '', invoice?.dueOn ?? ''],
  ...[invoice?.state ?? '', invoice?.currency ?? '', amount(invoice?.total ?? null), amount(invoice?.paid ?? null)],
  ...[invoice?.paidOn ?? '', invoice?.creditedBy ?? ''],
  ...[waiver ? (waiver.outcome ?? 'asked') : '', waiver?.remains ?? ''],
]

/** A list of the desk as a table. */
export async function feesTable(db: Db, viewer: Actor, filter: FeeFilter): Promise<{ name: string; text: string }> {
  const rows: string[][] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await listFees(db, viewer, filter, { page, limit: AT_ONCE })
    rows.push(...data.map(cellsOf))
    if (page >= meta.totalPages) break
  }
  const name = `${journal().abbreviation}-fees-${filter.tab}-${dayOf(now())}.csv`
  return { name, text: csv([HEAD, ...rows]) }
}
