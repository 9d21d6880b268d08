import { isWaiting } from '../../../contract/rules/articles/requests.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller, RequesterCaller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { hasBeenPublic } from '../articles/transitions.ts'
import { isInvolved } from '../notices/editors.ts'
import { addressOf, changeRequest, lockRequest, openForMove } from '../requests/rows.ts'
import { ownedBy } from '../unconfirmed-addresses.ts'
import { findNameChange, type NamedPlace, placesOf, type Proposal } from './rows.ts'

export const NOT_ABOUT_A_NAME = 'This request is not about the change of a name.'
export const NOBODY_TO_ASK =
  'There is no address at which the person could agree. Please enter the request again with their address.'
export const ANOTHER_AUTHOR =
  'This request came from another author of these articles. Only the person can agree to a new name: please enter a request of theirs.'
export const PLACE_GONE = 'One of the chosen articles is gone, is not published, or names the person no longer.'
export const NAME_ANSWERED =
  'This has been answered already, or another name has been proposed. Please reload the page.'
const ALREADY_DONE = 'This name has been changed already.'

/** Locks a request for a step of a change of name by an editor. */
export async function openNameRequest(
  tx: Tx,
  caller: Caller,
  seen: { id: string; version: number },
): Promise<RequestRow> {
  const { request } = await openForMove(tx, caller, seen, 'take')
  if (request.kind !== 'name') throw new DomainError('conflict', NOT_ABOUT_A_NAME)
  return request
}

/** The chosen places; refused unless all are there, in published articles of which the editor is no author. */
export async function chosenPlaces(db: Db, caller: Caller, proposal: Proposal): Promise<NamedPlace[]> {
  const places = await placesOf(db, proposal)
  const ids = places.map(({ article }) => article.id)
  if (await isInvolved(db, caller.userId, ids)) throw notFound('Article')
  const isWhole = places.length === new Set(proposal.contributorIds).size && new Set(ids).size === places.length
  if (!isWhole || !places.every(({ article }) => hasBeenPublic(article))) throw new DomainError('conflict', PLACE_GONE)
  return places
}

/**
 * Proposes a new name. The person agrees to exactly this by link, unless they have asked with their account, from the confirmed
 * address that they have in all of these articles.
 */
export async function proposeName(
  tx: Tx,
  caller: Caller,
  { id, version, ...proposal }: Proposal & { id: string; version: number },
): Promise<void> {
  const request = await openNameRequest(tx, caller, { id, version })
  const places = await chosenPlaces(tx, caller, proposal)
  const known = await findNameChange(tx, id)
  if (known?.state === 'done') throw new DomainError('conflict', ALREADY_DONE)
  const recipient = await addressOf(tx, request)
  const isOwn = await isOwnAddress(tx, request, places)
  if (await isAnotherAuthors(tx, recipient, places)) throw new DomainError('conflict', ANOTHER_AUTHOR)
  if (recipient === '' && !isOwn) throw new DomainError('conflict', NOBODY_TO_ASK)
  const at = now()
  const change = {
    ...{ state: isOwn ? ('agreed' as const) : ('asked' as const), change: JSON.stringify(proposal) },
    ...{ proposed_by: caller.userId, proposed_at: at, answered_at: isOwn ? request.received_at : null },
    ...{ done_by: null, done_at: null },
  }
  await tx
    .insertInto('name_changes')
    .values({ request_id: id, ...change })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(change))
    .execute()
  await changeRequest(tx, request, { handler_id: caller.userId })
  await writeAuditEntry(tx, caller.userId, 'article.propose-name', request.article_id, { after: { requestId: id } })
  const data = { requestId: id, articleId: request.article_id }
  if (!isOwn) await enqueueWithin(tx, { kind: 'name-agree', recipient, data })
}

/** True if the request was sent with an account whose confirmed address is the person's in every chosen article. */
async function isOwnAddress(db: Db, request: RequestRow, places: readonly NamedPlace[]): Promise<boolean> {
  if (request.from_kind !== 'author' || request.user_id === null) return false
  const user = await db.selectFrom('users').selectAll().where('id', '=', request.user_id).executeTakeFirst()
  if (!user || user.email_confirmed_at === null || user.deleted_at !== null) return false
  return places.every(({ person }) => person.email !== '' && person.email.toLowerCase() === user.email.toLowerCase())
}

/** True if one of the articles lists the address for another author: a co-author cannot agree to a name for the person. */
async function isAnotherAuthors(db: Db, address: string, places: readonly NamedPlace[]): Promise<boolean> {
  if (address === '') return false
  const listed = await db
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .select(['contributors.id', 'contributors.email'])
    .where(
      'article_contributors.article_id',
      'in',
      places.map(({ article }) => article.id),
    )
    .execute()
  const isTheirs = ({ id }: { id: string }) => places.some(({ person }) => person.id === id)
  const same = listed.filter(({ email }) => email.toLowerCase() === address.toLowerCase())
  return same.length > 0 && !same.some(isTheirs)
}

/** The person agrees by link to what is proposed, or does not. What they say can be changed until it is carried out. */
export async function answerName(
  tx: Tx,
  { requestId, email }: RequesterCaller,
  { agrees }: { agrees: boolean },
): Promise<void> {
  const request = ownedBy(await withAddress(tx, await lockRequest(tx, requestId)), email)
  const change = await findNameChange(tx, requestId)
  if (!change || change.state === 'done' || !isWaiting(request.state)) throw new DomainError('conflict', NAME_ANSWERED)
  const state = agrees ? 'agreed' : 'refused'
  if (change.state === state) return
  await tx.updateTable('name_changes').set({ state, answered_at: now() }).where('request_id', '=', requestId).execute()
  await changeRequest(tx, request, {})
  await writeAuditEntry(tx, null, 'article.answer-name', request.article_id, { after: { requestId, agrees } })
}

/** A request with the address at which its sender is reached by now. */
export const withAddress = async (db: Db, request: RequestRow | undefined): Promise<RequestRow | undefined> =>
  request && { ...request, email: await addressOf(db, request) }
