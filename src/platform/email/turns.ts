import { sql } from 'kysely'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { Database } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'

/** What someone waits for in front of a screen. These have narrow limits of their own (`outbox.ts`). */
const URGENT: readonly EmailKind[] = [
  'password-reset',
  'email-confirmation',
  'email-change-asked',
  'email-changed',
  'sign-in-changed',
  'recovery-code-used',
  'wrong-codes',
]
const URGENT_TURN = 0

/** Who waits in the same line: emails about one manuscript, and all others to one address. */
const LINE = sql`coalesce(article_id, recipient)`

/**
 * Gives a turn to each email that has become due. The first of each line joins the turn that is being served, its others
 * follow one turn after the other: however many one manuscript has caused, each turn sends one of them.
 */
export async function giveTurns({ db, engine }: Database, at: Date): Promise<void> {
  const now = at.toISOString()
  const due = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('turn', 'is', null)
    .where('next_try_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (!due) return
  // Of two servers that do this at once, each leaves to the other what that one has begun with.
  const taken = engine === 'postgres' ? sql`for update skip locked` : sql``
  await sql`
    update outbox set turn = given.turn from (
      select id, case when is_urgent = 1 then ${sql.lit(URGENT_TURN)} else
        row_number() over (partition by line, is_urgent order by next_try_at, id) - 1 + coalesce(
          (select max(ahead.turn) + 1 from outbox as ahead
            where coalesce(ahead.article_id, ahead.recipient) = due.line
            and ahead.sent_at is null and ahead.turn is not null and ahead.turn > ${sql.lit(URGENT_TURN)}),
          (select min(served.turn) from outbox as served
            where served.sent_at is null and served.turn is not null and served.turn > ${sql.lit(URGENT_TURN)}),
          ${sql.lit(URGENT_TURN + 1)}) end as turn
      from (
        select id, ${LINE} as line, next_try_at,
          case when kind in (${sql.join(URGENT.map((kind) => sql.lit(kind)))}) then 1 else 0 end as is_urgent
        from outbox where sent_at is null and turn is null and next_try_at <= ${now} ${taken}
      ) as due
    ) as given where outbox.id = given.id and outbox.turn is null`.execute(db)
}

/** More than anybody reads in an hour. What is too much is sent later. */
export const TO_ONE_ADDRESS_AN_HOUR = 60

/**
 * Delays all that waits for an address that has got enough emails within the hour, until there is room for another;
 * false if there is room now. The last resort, whatever the reason: urgent ones are sent nevertheless.
 */
export async function isDelayed(
  { db }: Database,
  { id, kind, recipient, claimed_until }: OutboxRow,
  at: Date,
): Promise<boolean> {
  if (URGENT.includes(kind)) return false
  const tooMany = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('recipient', '=', recipient)
    .where('sent_at', '>', new Date(at.getTime() - HOUR_MS).toISOString())
    .where('sent_at', '<=', at.toISOString())
    .orderBy('sent_at', 'desc')
    .limit(1)
    .offset(TO_ONE_ADDRESS_AN_HOUR - 1)
    .executeTakeFirst()
  if (!tooMany?.sent_at) return false
  const next_try_at = new Date(Date.parse(tooMany.sent_at) + HOUR_MS).toISOString()
  await db
    .updateTable('outbox')
    .set({ next_try_at, turn: null, claimed_until: null, delayed_at: at.toISOString() })
    .where('recipient', '=', recipient)
    .where('kind', 'not in', URGENT)
    .where('sent_at', 'is', null)
    .where('next_try_at', '<', next_try_at)
    .where(({ or, and, eb }) =>
      or([eb('claimed_until', 'is', null), and([eb('id', '=', id), eb('claimed_until', '=', claimed_until)])]),
    )
    .execute()
  return true
}
