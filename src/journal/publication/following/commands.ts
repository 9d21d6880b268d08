import type { z } from 'zod'
import type { FollowForm } from '../../../contract/api/follows.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { FollowRow } from '../../../platform/database/following-tables.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { FollowerCaller } from '../../../platform/call.ts'
import { askOwner, ownedBy } from '../unconfirmed-addresses.ts'
import { askedWith, findFollow, FOLLOWS_MAX, rowFor } from './rows.ts'
import { followable } from './things.ts'

export const FOLLOWS_ENOUGH = `You already follow ${FOLLOWS_MAX} things with this address. Please stop following some of them first.`

/**
 * Asks the owner of an address whether they want to follow something: one email, however much was asked for. It goes out
 * whether they follow it already or not, so that neither the answer nor its limit tells anybody else.
 */
export async function askToFollow(tx: Tx, { email, about, rhythm }: z.output<typeof FollowForm>): Promise<void> {
  const asked = []
  for (const one of about) asked.push(await followable(tx, one))
  const owner = email.toLowerCase()
  const first = await rowFor(tx, owner, asked[0]!, { rhythm, askedAs: null })
  for (const one of asked.slice(1)) await rowFor(tx, owner, one, { rhythm, askedAs: first.id })
  await askOwner(tx, { kind: 'follow-confirm', recipient: owner, data: aboutRow(first) })
}

/** What an email to a follower holds: ids alone. */
export const aboutRow = ({ id, article_id }: FollowRow) => ({
  ...{ followId: id, ...(article_id === null ? {} : { articleId: article_id }) },
})

/** The owner of an address has said yes, to all that was asked for together. What was published before is not written about. */
export async function confirmFollow(tx: Tx, { followId, email }: FollowerCaller): Promise<void> {
  const row = ownedBy(await findFollow(tx, followId), email)
  const waiting = (await askedWith(tx, row)).filter(({ confirmed_at }) => confirmed_at === null)
  if (!waiting.length) return
  const { followed } = await tx
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('followed'))
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(followed) + waiting.length > FOLLOWS_MAX) throw new DomainError('conflict', FOLLOWS_ENOUGH)
  const at = now()
  for (const { id, scope } of waiting)
    await tx
      .updateTable('follows')
      .set({ confirmed_at: at, told_until: scope === 'article' ? null : at })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .execute()
}

/** `one`: what is named; `these`: all that an email like that one is about; `all`: everything. */
export type Stopping = { one: string } | { these: string } | 'all'

/**
 * Ends what an address follows. The row of the link stays for its week, unconfirmed, so that its page can take it back; all
 * others go. Emails that wait find no follower, and are dropped. What an address was written about is forgotten with the last
 * thing that it follows.
 */
export async function stopFollowing(
  tx: Tx,
  { email, what, linkId }: { email: string; what: Stopping; linkId: string },
): Promise<void> {
  // A link of an email that was about several things ends all of them; of an article each has emails of its own.
  const isBroad = what !== 'all' && 'these' in what && (await findFollow(tx, what.these))?.scope !== 'article'
  const one = what === 'all' || isBroad ? null : 'one' in what ? what.one : what.these
  const ended = await tx
    .selectFrom('follows')
    .select('id')
    .where('email', '=', email)
    .$if(one !== null, (query) => query.where('id', '=', one))
    .$if(isBroad, (query) => query.where('scope', '<>', 'article'))
    .execute()
  const ids = ended.map(({ id }) => id)
  const others = ids.filter((id) => id !== linkId)
  if (others.length) await tx.deleteFrom('follows').where('email', '=', email).where('id', 'in', others).execute()
  if (ids.includes(linkId))
    await tx
      .updateTable('follows')
      .set({ confirmed_at: null, told_until: null, created_at: now(), asked_as: linkId })
      .where('id', '=', linkId)
      .where('email', '=', email)
      .execute()
  await forgetSendings(tx, email)
}

/** What an address that follows nothing any more was written about. */
export async function forgetSendings(tx: Tx, email: string): Promise<void> {
  const follows = await tx
    .selectFrom('follows')
    .select('id')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!follows) await tx.deleteFrom('alert_sendings').where('email', '=', email).execute()
}

/** Sends a new link to the address of an earlier one. Nothing, once it is no longer followed. */
export async function sendFreshFollowLink(tx: Tx, { followId, email }: FollowerCaller): Promise<void> {
  const row = ownedBy(await findFollow(tx, followId), email)
  await enqueueWithin(tx, { kind: 'follow-confirm', recipient: email, data: aboutRow(row) })
}
