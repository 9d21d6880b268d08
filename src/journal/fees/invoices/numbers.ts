import { sql } from 'kysely'
import { invoiceNumber } from '../../../contract/rules/fees/invoices.ts'
import { journalOn } from '../../../contract/rules/articles/titles.ts'
import { journal } from '../../../contract/journal.ts'
import type { Tx } from '../../../platform/database/connect.ts'

const yearOf = (day: string): number => Number(day.slice(0, 4))

/**
 * Holds the series of a year until the transaction ends: who issues, credits or notes a payment meanwhile waits, on both
 * databases and in every process, and then reads what was written.
 */
export async function holdSeries(tx: Tx, day: string): Promise<void> {
  const year = yearOf(day)
  await sql`insert into invoice_counters (year, last) values (${year}, 0) on conflict do nothing`.execute(tx)
  await sql`update invoice_counters set last = last where year = ${year}`.execute(tx)
}

/** The next number. A transaction that is rolled back gives it back, so that there is no gap. */
export async function takeNumber(tx: Tx, day: string): Promise<string> {
  const year = yearOf(day)
  await holdSeries(tx, day)
  const { last } = await tx
    .updateTable('invoice_counters')
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .where('year', '=', year)
    .returning('last')
    .executeTakeFirstOrThrow()
  return invoiceNumber(journalOn(day, journal()).abbreviation, year, last)
}
