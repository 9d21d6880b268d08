import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { DAY_MS, HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { Database, Tx } from '../database/connect.ts'
import { isInventedAddress, NEVER } from '../../contract/rules/site/samples.ts'
import { ERASED } from './render.ts'

/** Emails of a decision, or those of an assignment, of some kinds or all. */
export type EmailsAbout = { decisionId: string } | { assignmentId: string; kinds?: readonly EmailKind[] }

/**
 * Removes the emails that have not been sent. `sent` counts those that remain: a process that has claimed an
 * email may have handed it over already, so that it counts as sent. A caller that cannot accept that throws, and the
 * transaction takes back what was dropped.
 */
export async function dropWaiting(tx: Tx, about: EmailsAbout): Promise<{ dropped: number; sent: number }> {
  const [column, id, kinds] =
    'decisionId' in about
      ? (['decision_id', about.decisionId, undefined] as const)
      : (['assignment_id', about.assignmentId, about.kinds] as const)
  if (kinds?.length === 0) return { dropped: 0, sent: 0 }
  let removal = tx
    .deleteFrom('outbox')
    .where(column, '=', id)
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
  // Counted afterwards: a claim that the removal had to wait for is seen.
  let rest = tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where(column, '=', id)
  if (kinds) {
    removal = removal.where('kind', 'in', kinds)
    rest = rest.where('kind', 'in', kinds)
  }
  const { numDeletedRows } = await removal.executeTakeFirst()
  const { sent } = await rest.executeTakeFirstOrThrow()
  return { dropped: Number(numDeletedRows), sent: Number(sent) }
}

/** Removes emails of some kinds about an article that have not been sent to someone. */
export async function dropWaitingTo(
  tx: Tx,
  recipient: string,
  { articleId, kinds }: { articleId: string; kinds: readonly EmailKind[] },
): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('article_id', '=', articleId)
    .where(({ fn }) => fn<string>('lower', ['recipient']), '=', recipient)
    .where('kind', 'in', kinds)
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .execute()
}

/** Removes the emails about some articles that were to wait until a moment, and have not been sent. */
export async function dropWaitingUntil(
  tx: Tx,
  moment: string,
  { articleIds, kinds }: { articleIds: readonly string[]; kinds: readonly EmailKind[] },
): Promise<void> {
  if (!articleIds.length) return
  await tx
    .deleteFrom('outbox')
    .where('article_id', 'in', articleIds)
    .where('kind', 'in', kinds)
    .where('next_try_at', '=', moment)
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .execute()
}

/** Emails of an assignment that have not been sent go to another address; to an invented one they are never sent. */
export async function readdressWaiting(
  tx: Tx,
  assignmentId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recipient: to, ...(isInventedAddress(to) ? { next_try_at: NEVER, turn: null } : {}) })
    .where('assignment_id', '=', assignmentId)
    .where('recipient', '=', from)
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .execute()
}

/**
 * Removes a person from all emails of an assignment. Those that have been sent keep their kind and their
 * times, and lose the recipient, the data and the mail server's words, which may repeat the address. All others
 * are removed, claimed ones too: one that is being handed over at this time still arrives, without a trace here.
 */
export async function forgetRecipient(tx: Tx, assignmentId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('assignment_id', '=', assignmentId).where('sent_at', 'is', null).execute()
  await tx
    .updateTable('outbox')
    .set({ recipient: ERASED, data: '{}', user_id: null, last_error: null })
    .where('assignment_id', '=', assignmentId)
    .execute()
}

/** So long it is known where an email went that someone without an account has asked for: it is limited by the hour. */
const ASKED_HOURS = 24

/** Forgets to whom questions about following went. Returns of how many. */
export async function forgetAsked({ db }: Database, at = Date.now()): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ recipient: ERASED, data: '{}', last_error: null })
    .where('kind', '=', 'follow-confirm')
    .where('recipient', '<>', ERASED)
    .where('sent_at', '<', new Date(at - ASKED_HOURS * HOUR_MS).toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** So long the last email to a former account is tried: its address must not stay for good. */
const LAST_EMAIL_DAYS = 7

/** Gives up emails whose recipient is to be forgotten, and who could not be reached. Returns how many. */
export async function forgetLastEmails({ db }: Database, at = Date.now()): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('kind', '=', 'account-deleted')
    .where('sent_at', 'is', null)
    .where('created_at', '<', new Date(at - LAST_EMAIL_DAYS * DAY_MS).toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
