import { sql } from 'kysely'
import { moveRequest, type RequestMove, type RequestState } from '../../../contract/rules/articles/requests.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { isInvolved } from '../notices/editors.ts'

export const REQUEST_CHANGED =
  'This request has been changed since you opened it. Please reload the page to see what has happened.'

export const findRequest = (db: Db, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a request and locks it until the transaction ends; undefined if there is none. */
export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx
    .updateTable('requests')
    .set({ version: sql<number>`version` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Where its sender is reached, in small letters: an author at the address that their account has by now. Empty if nowhere. */
export async function addressOf(db: Db, { from_kind, user_id, email }: RequestRow): Promise<string> {
  if (from_kind !== 'author' || user_id === null || email === '') return email
  const user = await db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst()
  return user?.email.toLowerCase() ?? ''
}

/** Writes a change of a request that is locked. */
export async function changeRequest(tx: Tx, request: RequestRow, changes: Partial<RequestRow>): Promise<RequestRow> {
  const next = { ...changes, version: request.version + 1 }
  await tx.updateTable('requests').set(next).where('id', '=', request.id).execute()
  return { ...request, ...next }
}

/** A request that an editor may see: its sender has confirmed the address, and the editor has no part in the article. */
export async function requestFor(
  db: Db,
  { userId }: Pick<Caller, 'userId'>,
  found: RequestRow | undefined,
): Promise<RequestRow & { received_at: string }> {
  if (!found || found.received_at === null || (await isInvolved(db, userId, [found.article_id])))
    throw notFound('Request')
  return { ...found, received_at: found.received_at }
}

/** Locks a request for a move by an editor; refused to who has seen an older version. */
export async function openForMove(
  tx: Tx,
  caller: Caller,
  { id, version }: { id: string; version: number },
  move: RequestMove,
): Promise<{ request: RequestRow; state: RequestState }> {
  const request = await requestFor(tx, caller, await lockRequest(tx, id))
  const moved = moveRequest(request.state, move, 'editor')
  if ('kind' in moved) refuse(moved)
  if (version !== request.version) throw new DomainError('conflict', REQUEST_CHANGED)
  return { request, state: (moved as { state: RequestState }).state }
}
