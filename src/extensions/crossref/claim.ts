import { sql, type Updateable } from 'kysely'
import { DEPOSIT_MOVES, type DepositMove } from '../../contract/rules/articles/deposits.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { DepositRow } from '../../platform/database/deposit-tables.ts'
import { claimRecord } from '../../platform/jobs/claim-record.ts'

export type Claimed = DepositRow & { claimed_until: string }

export const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString()

/** Those to send or to ask about, as the index of open deposits has them. */
export const OPEN_DEPOSITS = { table: 'deposits', open: sql`state in ('waiting', 'sent')` } as const

export const claimDeposit = (db: Db, at: Date): Promise<Claimed | null> =>
  claimRecord<DepositRow>(db, { ...OPEN_DEPOSITS, order: sql`next_try_at, id` }, at)

/**
 * Changes a deposit, if this process still has its claim and it has not been superseded meanwhile; undefined
 * otherwise.
 */
export const note = (
  db: Db,
  { id, claimed_until, state }: Claimed,
  changes: Updateable<DepositRow>,
): Promise<DepositRow | undefined> =>
  db
    .updateTable('deposits')
    .set(changes)
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()

/** The same for a move to another state. */
export function noteMove(
  db: Db,
  deposit: Claimed,
  move: DepositMove,
  changes: Updateable<DepositRow>,
): Promise<DepositRow | undefined> {
  const { from, to } = DEPOSIT_MOVES[move]
  if (!(from as readonly string[]).includes(deposit.state)) {
    throw new Error(`A deposit that is ${deposit.state} cannot be moved by ${move}`)
  }
  return note(db, deposit, { ...changes, state: to })
}
