import type { Tx } from '../database/connect.ts'
import { newId, now } from '../ids.ts'

/** A mail to be sent: its kind, who gets it, and what its template needs. */
export type NewNotice =
  | { kind: 'submission-received'; recipient: string; data: { articleId: string; title: string; name: string } }
  | {
      kind: 'submission-to-review'
      recipient: string
      data: { articleId: string; title: string; name: string; author: string }
    }
  | {
      kind: 'article-published' | 'article-archived'
      recipient: string
      data: { articleId: string; title: string; name: string }
    }
  | { kind: 'password-reset' | 'email-confirmation'; recipient: string; data: { userId: string; name: string } }
  | { kind: 'email-changed'; recipient: string; data: { name: string; to: string } }

/**
 * Writes a mail into the outbox, in the transaction of what it tells: it is sent if and only if that
 * happened. Titles are as articles have them, with their markup; templates take what they need.
 */
export async function enqueue(tx: Tx, { kind, recipient, data }: NewNotice): Promise<void> {
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
