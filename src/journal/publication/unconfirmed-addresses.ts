import { sql } from 'kysely'
import { NOTHING_BEHIND_LINK, UNCONFIRMED_DAYS } from '../../contract/rules/articles/requests.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { type Database, engineOf, type Tx } from '../../platform/database/connect.ts'
import { enqueueWithin } from '../../platform/email/outbox.ts'
import { DomainError } from '../../platform/errors.ts'

/**
 * An address that someone has typed may be anybody's. It is not believed until the link of one email to it has been answered:
 * until then what was typed with it is shown to nobody, and after a week it is deleted. The email repeats nothing of it.
 */
const ASKED = {
  requests: { believed: 'received_at', email: 'request-confirm' },
  follows: { believed: 'confirmed_at', email: 'follow-confirm' },
} as const

export const TOO_MANY_EMAILS =
  'We have sent this address several emails in the last hour. Please try again in an hour; what you have written stays here.'

type Asking = Parameters<typeof enqueueWithin>[1] & { kind: (typeof ASKED)[keyof typeof ASKED]['email'] }

/** Sends the email with the link; refused when the address has had enough, because without it nobody could confirm. */
export async function askOwner(tx: Tx, email: Asking): Promise<void> {
  // One after the other for each address, so that many at once do not pass its limit together.
  if (engineOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`asked ${email.recipient}`}, 0))`.execute(tx)
  if ((await enqueueWithin(tx, email)) !== 'enqueued')
    throw new DomainError('too_many_requests', TOO_MANY_EMAILS, { retryAfter: 3600 })
}

/** The row that a link is about, if it is its address's; to everybody else there is none. */
export function ownedBy<Row extends { email: string }>(row: Row | undefined, email: string): Row {
  if (row?.email !== email) throw new DomainError('not_found', NOTHING_BEHIND_LINK)
  return row
}

/**
 * Deletes what nobody has confirmed, unless the email that asks waits: with a mail server that is away for a week nobody could
 * have. Returns how many.
 */
export async function sweepUnconfirmed({ db }: Database, at = new Date()): Promise<number> {
  const before = addDays(dayOf(at), -UNCONFIRMED_DAYS)
  let swept = 0
  for (const [table, { believed, email }] of Object.entries(ASKED)) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where ${sql.ref(believed)} is null and created_at < ${before} and not exists (
        select 1 from outbox where kind = ${email} and sent_at is null
          and coalesce(outbox.article_id, '') = coalesce(${sql.ref(`${table}.article_id`)}, '')
          and outbox.recipient = ${sql.ref(`${table}.email`)})`.execute(db)
    swept += Number(numAffectedRows ?? 0)
  }
  return swept
}
