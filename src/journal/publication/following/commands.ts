import type { z } from 'zod'
import type { FollowForm } from '../../../contract/api/follows.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { FollowerCaller } from '../../../platform/call.ts'
import { articleGone } from '../articles/tombstones.ts'
import { askOwner, ownedBy } from '../unconfirmed-addresses.ts'
import { findFollow, FOLLOWS_MAX, rowFor } from './rows.ts'

export const FOLLOWS_ENOUGH = `You already follow ${FOLLOWS_MAX} articles with this address. Please stop following some of them first.`

/**
 * Asks the owner of an address whether they want to follow an article, or the journal. The email goes out whether they follow
 * it already or not, so that neither the answer nor its limit tells anybody else.
 */
export async function askToFollow(tx: Tx, { email, articleId }: z.output<typeof FollowForm>): Promise<void> {
  const isPublic =
    articleId === null ||
    (await tx.selectFrom('public_articles').select('id').where('id', '=', articleId).executeTakeFirst())
  if (!isPublic) throw await articleGone(tx, articleId)
  const row = await rowFor(tx, email.toLowerCase(), articleId)
  await askOwner(tx, { kind: 'follow-confirm', recipient: row.email, data: about(row) })
}

/** What an email to a follower holds: ids alone. */
export const about = ({ id, article_id }: FollowRow) => ({
  ...{ followId: id, ...(article_id === null ? {} : { articleId: article_id }) },
})

/** The owner of an address has said yes. What was published before is not written about. */
export async function confirmFollow(tx: Tx, { followId, email }: FollowerCaller): Promise<void> {
  const row = ownedBy(await findFollow(tx, followId), email)
  if (row.confirmed_at !== null) return
  const { followed } = await tx
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('followed'))
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(followed) >= FOLLOWS_MAX) throw new DomainError('conflict', FOLLOWS_ENOUGH)
  const at = now()
  await tx
    .updateTable('follows')
    .set({ confirmed_at: at, told_until: row.article_id === null ? at : null })
    .where('id', '=', followId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/**
 * Ends what an address follows: one thing, or all. The row of the link stays for its week, unconfirmed, so that its page can
 * take it back; all others go. Emails that wait find no follower, and are dropped.
 */
export async function stopFollowing(
  tx: Tx,
  { email, id, linkId }: { email: string; id: string | null; linkId: string },
): Promise<void> {
  let stopped = tx.deleteFrom('follows').where('email', '=', email).where('id', '<>', linkId)
  if (id !== null) stopped = stopped.where('id', '=', id)
  await stopped.execute()
  if (id !== null && id !== linkId) return
  await tx
    .updateTable('follows')
    .set({ confirmed_at: null, told_until: null, created_at: now() })
    .where('id', '=', linkId)
    .where('email', '=', email)
    .execute()
}

/** Sends a new link to the address of an earlier one. Nothing, once it is no longer followed. */
export async function sendFreshFollowLink(tx: Tx, { followId, email }: FollowerCaller): Promise<void> {
  const row = ownedBy(await findFollow(tx, followId), email)
  await enqueueWithin(tx, { kind: 'follow-confirm', recipient: email, data: about(row) })
}
