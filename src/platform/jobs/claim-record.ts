import { sql, type RawBuilder } from 'kysely'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import type { Db } from '../database/connect.ts'

/** Longer than the longest attempt: a claim expires only if its process has died. */
export const CLAIM_MS = 5 * MINUTE_MS

/** Records that are sent: they stay when that is done, and other transactions look at their claims. */
interface Records {
  table: 'outbox' | 'deposits'
  /** Which are still to be sent. */
  open: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * Claims the next record that is due for this process, and returns it as it is by then; null if none is. Exactly one of
 * several processes gets it.
 */
export async function claimRecord<Row extends { id: string }>(
  db: Db,
  { table, open, order }: Records,
  at: Date,
): Promise<(Row & { claimed_until: string }) | null> {
  const now = at.toISOString()
  const claimedUntil = new Date(at.getTime() + CLAIM_MS).toISOString()
  for (;;) {
    const due = await sql<{ id: string; next_try_at: string; claimed_until: string | null }>`
      select id, next_try_at, claimed_until from ${sql.table(table)} where ${isUnclaimedDue(open, now)}
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

const isUnclaimedDue = (open: RawBuilder<unknown>, now: string) =>
  sql`${open} and next_try_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`

/** True if a record could be claimed: a condition of background work. */
export const isRecordDue = ({ table, open }: Omit<Records, 'order'>, at: Date): RawBuilder<unknown> =>
  sql`exists (select 1 from ${sql.table(table)} where ${isUnclaimedDue(open, at.toISOString())})`
