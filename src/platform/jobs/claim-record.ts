import { sql, type RawBuilder } from 'kysely'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { NEVER } from '../../contract/rules/site/samples.ts'
import type { Db } from '../database/connect.ts'
import { AHEAD_MS, later, LONGEST_WAIT_MS, tooFarAhead } from './retries.ts'

/** Longer than the longest attempt: a claim expires only if its process has died. */
export const CLAIM_MS = 5 * MINUTE_MS

/** Records that are sent: they stay when that is done, and other transactions look at their claims. */
interface Records {
  table: 'outbox' | 'deposits'
  /** Which are still to be sent. */
  open: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** Which of those wait to be tried, at once or again, and not for a time of their own. */
  tried: RawBuilder<unknown>
}

type Due = Omit<Records, 'order' | 'tried'>

/**
 * Claims the next record that is due for this process, and returns it as it is by then; null if none is. Exactly one of
 * several processes gets it.
 */
export async function claimRecord<Row extends { id: string }>(
  db: Db,
  { table, open, order }: Omit<Records, 'tried'>,
  at: Date,
  mayTakeOver = true,
): Promise<(Row & { claimed_until: string }) | null> {
  const claimedUntil = later(at, CLAIM_MS)
  for (;;) {
    const due = await sql<{ id: string; next_try_at: string; claimed_until: string | null }>`
      select id, next_try_at, claimed_until from ${sql.table(table)} where ${isUnclaimedDue(open, at, mayTakeOver)}
        order by ${order} limit 1`.execute(db)
    const [next] = due.rows
    if (!next) return null
    const same = next.claimed_until === null ? sql`is null` : sql`= ${next.claimed_until}`
    const claimed = await sql<Row & { claimed_until: string }>`
      update ${sql.table(table)} set claimed_until = ${claimedUntil}
        where id = ${next.id} and ${open} and next_try_at = ${next.next_try_at} and claimed_until ${same}
        returning *`.execute(db)
    if (claimed.rows[0]) return claimed.rows[0]
    // Another process has claimed this one; there may be others.
  }
}

/** A claim has ended, or was made with a clock that was ahead. */
const isUnclaimedDue = (open: RawBuilder<unknown>, at: Date, mayTakeOver: boolean) => {
  const now = at.toISOString()
  const ended = sql`or claimed_until <= ${now} or claimed_until > ${tooFarAhead(at, CLAIM_MS)}`
  return sql`${open} and next_try_at <= ${now} and (claimed_until is null ${mayTakeOver ? ended : sql``})`
}

/** True if a record could be claimed: a condition of background work. */
export const isRecordDue = ({ table, open }: Due, at: Date, mayTakeOver = true): RawBuilder<unknown> =>
  sql`exists (select 1 from ${sql.table(table)} where ${isUnclaimedDue(open, at, mayTakeOver)})`

/** One that was written later than now has its time from the same clock, whether it is one of its own or not. */
const isOff = ({ open, tried }: Omit<Records, 'order' | 'table'>, at: Date) =>
  sql`${open} and (${tried} or created_at > ${later(at, AHEAD_MS)}) and next_try_at > ${tooFarAhead(at, LONGEST_WAIT_MS)} and next_try_at < ${NEVER}`

/** True if a record waits longer than any can: its time was written with a clock that was ahead. */
export const isRecordOff = ({ table, ...which }: Omit<Records, 'order'>, at: Date): RawBuilder<unknown> =>
  sql`exists (select 1 from ${sql.table(table)} where ${isOff(which, at)})`

/** Those are due now. */
export async function rightRecords(db: Db, { table, ...which }: Omit<Records, 'order'>, at: Date): Promise<void> {
  await sql`update ${sql.table(table)} set next_try_at = ${at.toISOString()} where ${isOff(which, at)}`.execute(db)
}
