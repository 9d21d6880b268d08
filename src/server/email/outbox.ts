import type { EmailKind } from '../../contract/domain/email-kinds.ts'
import { HOUR_MS } from '../../contract/domain/durations.ts'
import type { Tx } from '../database/connect.ts'
import { newId, now } from '../ids.ts'

/** An email to be sent, of a module that says what the data of each of its kinds is. */
export type NewEmail<DataByKind> = {
  [Kind in keyof DataByKind]: { kind: Kind; recipient: string; data: DataByKind[Kind] }
}[keyof DataByKind]

/** An email as the outbox takes it: its kind, who gets it, and what its template needs. */
interface AnyEmail {
  kind: EmailKind
  recipient: string
  /** `userId`: the account that the email is about. */
  data: { name: string; userId?: string }
}

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it is sent if and only if that
 * happened. A module names the type of its own emails: `enqueue<ArticleEmail>(tx, …)`.
 */
export async function enqueue<E extends AnyEmail>(tx: Tx, { kind, recipient, data }: E): Promise<void> {
  const at = now()
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      kind,
      recipient,
      user_id: data.userId ?? null,
      data: JSON.stringify(data),
      created_at: at,
      attempts: 0,
      next_try_at: at,
      claimed_until: null,
      sent_at: null,
      last_error: null,
    })
    .execute()
}

/** Emails that people have sent to an address, which may not be theirs: so many may wait, and go in an hour. */
const LIMITS = {
  'password-reset': { waiting: 1, anHour: 3 },
  'email-confirmation': { waiting: 1, anHour: 5 },
  'email-change-asked': { waiting: 5, anHour: 5 },
  'email-changed': { waiting: 5, anHour: 5 },
} as const

interface LimitedEmail extends AnyEmail {
  kind: keyof typeof LIMITS
}

/**
 * Writes a mail unless its receiver has enough of them: nobody can be flooded, neither by one account
 * nor by many. `waiting`: one like it is still to be sent; `enough`: the hour's are used up. The caller
 * holds the account (`lockUser`), so that two calls at once do not both find room.
 */
export async function enqueueWithin<E extends LimitedEmail>(
  tx: Tx,
  notice: E,
): Promise<'enqueued' | 'waiting' | 'enough'> {
  const { kind, recipient, data } = notice
  const limit = LIMITS[kind]
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString()
  const ofKind = tx
    .selectFrom('outbox')
    .select(['id', 'recipient', 'sent_at'])
    .where('kind', '=', kind)
    .where((where) => where.or([where('sent_at', 'is', null), where('created_at', '>', hourAgo)]))
  const toRecipient = ofKind.where('recipient', '=', recipient)
  const like = await (
    data.userId === undefined ? toRecipient : toRecipient.union(ofKind.where('user_id', '=', data.userId))
  ).execute()
  if (like.filter((mail) => mail.sent_at === null && mail.recipient === recipient).length >= limit.waiting)
    return 'waiting'
  if (like.length >= limit.anHour) return 'enough'
  await enqueue(tx, notice)
  return 'enqueued'
}
