import type { CorrectionField } from '../../contract/domain/correction-fields.ts'
import type { Tx } from '../database/connect.ts'
import { newId, now } from '../ids.ts'

/** A mail to be sent: its kind, who gets it, and what its template needs. */
export type NewEmail =
  | { kind: 'submission-received'; recipient: string; data: { articleId: string; title: string; name: string } }
  | {
      kind: 'submission-to-review' | 'submission-deleted'
      recipient: string
      data: { articleId: string; title: string; name: string; author: string }
    }
  | {
      kind: 'article-published' | 'article-archived'
      recipient: string
      data: { articleId: string; title: string; name: string }
    }
  | {
      kind: 'article-corrected'
      recipient: string
      data: { articleId: string; title: string; name: string; reason: string; fields: CorrectionField[] }
    }
  | {
      kind: 'article-deleted'
      recipient: string
      data: { articleId: string; title: string; name: string; reason: string | null }
    }
  | { kind: 'password-reset' | 'email-confirmation'; recipient: string; data: { userId: string; name: string } }
  | { kind: 'email-change-asked' | 'email-changed'; recipient: string; data: { name: string; to: string } }

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it is sent if and only if that
 * happened. Titles are as articles have them, with their markup; templates take what they need.
 */
export async function enqueue(tx: Tx, { kind, recipient, data }: NewEmail): Promise<void> {
  const at = now()
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      kind,
      recipient,
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
const HOUR_MS = 60 * 60 * 1000

type LimitedEmail = Extract<NewEmail, { kind: keyof typeof LIMITS }>

/**
 * Writes a mail unless its receiver has enough of them: nobody can be flooded, neither by one account
 * nor by many. `waiting`: one like it is still to be sent; `enough`: the hour's are used up. The caller
 * holds the account (`lockUser`), so that two calls at once do not both find room.
 */
export async function enqueueWithin(tx: Tx, notice: LimitedEmail): Promise<'enqueued' | 'waiting' | 'enough'> {
  const { kind, recipient, data } = notice
  const limit = LIMITS[kind]
  const like = await tx
    .selectFrom('outbox')
    .select(['recipient', 'sent_at', 'created_at'])
    .where('kind', '=', kind)
    .where((where) =>
      where.or([
        where('recipient', '=', recipient),
        ...('userId' in data ? [where('data', 'like', `%"userId":"${data.userId}"%`)] : []),
      ]),
    )
    .where((where) =>
      where.or([where('sent_at', 'is', null), where('created_at', '>', new Date(Date.now() - HOUR_MS).toISOString())]),
    )
    .execute()
  if (like.filter((mail) => mail.sent_at === null && mail.recipient === recipient).length >= limit.waiting)
    return 'waiting'
  if (like.length >= limit.anHour) return 'enough'
  await enqueue(tx, notice)
  return 'enqueued'
}
