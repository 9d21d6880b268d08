import { sql, type Updateable } from 'kysely'
import { DEPOSIT_MOVES, type DepositMove } from '../../contract/rules/articles/deposits/states.ts'
import { MINUTE_MS } from '../../contract/rules/text/durations.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import type { DepositRow } from '../../platform/database/deposit-tables.ts'

/** Longer than the longest attempt: a claim expires only if its process has died. */
export const CLAIM_MS = 5 * MINUTE_MS

export interface Claimed extends DepositRow {
  claimed_until: string
}

export const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString()

/** Claims the next deposit to send or to ask about for this process; null if none is due. */
export async function claimNext({ db }: Database, at: Date): Promise<Claimed | null> {
  const now = at.toISOString()
  for (;;) {
    const due = await db
      .selectFrom('deposits')
      .selectAll()
      // Written out, so that the index of open deposits is used.
      .where(sql<boolean>`state in ('waiting', 'sent')`)
      .where('next_try_at', '<=', now)
      .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const claimed_until = later(at, CLAIM_MS)
    const { numUpdatedRows } = await db
      .updateTable('deposits')
      .set({ claimed_until })
      .where('id', '=', due.id)
      .where('state', '=', due.state)
      .where('next_try_at', '=', due.next_try_at)
      .where('claimed_until', due.claimed_until === null ? 'is' : '=', due.claimed_until)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return { ...due, claimed_until }
    // Another process has claimed this one; there may be others.
  }
}

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
