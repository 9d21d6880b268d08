import { isWaiting, moveRequest } from '../../../contract/rules/articles/requests.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { addressOf, changeRequest, lockRequest, requestFor } from './rows.ts'

export const REQUEST_ELSEWHERE =
  'This request is about another article, has been answered, or has led to another notice.'

/** A notice is begun from a request. */
export async function linkToNotice(
  tx: Tx,
  caller: Caller,
  requestId: string,
  { noticeId, about }: { noticeId: string; about: readonly string[] },
): Promise<void> {
  const request = await requestFor(tx, caller, await lockRequest(tx, requestId))
  if (!isWaiting(request.state) || request.notice_id !== null || !about.includes(request.article_id))
    throw new DomainError('conflict', REQUEST_ELSEWHERE)
  await changeRequest(tx, request, { notice_id: noticeId, handler_id: request.handler_id ?? caller.userId })
}

/** The requests from which a notice was begun, locked: an editor may be answering one. */
export async function lockRequestsOf(tx: Tx, noticeId: string): Promise<RequestRow[]> {
  const rows = await tx.selectFrom('requests').select('id').where('notice_id', '=', noticeId).orderBy('id').execute()
  const locked: RequestRow[] = []
  for (const { id } of rows) {
    const request = await lockRequest(tx, id)
    if (request) locked.push(request)
  }
  return locked
}

/** What the notice's own moves do to the request from which it was begun. */
export async function moveRequestsOf(tx: Tx, noticeId: string, move: 'askAuthors' | 'release'): Promise<void> {
  for (const request of await lockRequestsOf(tx, noticeId)) {
    const moved = moveRequest(request.state, move, 'system')
    // One that an editor has answered already stays as it is.
    if ('kind' in moved) continue
    const at = now()
    await changeRequest(tx, request, {
      state: moved.state,
      ...(move === 'askAuthors'
        ? { asked_at: request.asked_at ?? at }
        : { outcome: 'notice' as const, answered_at: at }),
    })
  }
}

/** A notice that is dropped gives its request back: it waits for another answer. */
export async function unlinkFromNotice(tx: Tx, noticeId: string): Promise<void> {
  for (const request of await lockRequestsOf(tx, noticeId)) await changeRequest(tx, request, { notice_id: null })
}

/** Who has asked for a notice, and where they are reached. */
export async function requestersOf(
  tx: Tx,
  noticeId: string,
): Promise<{ requestId: string; articleId: string; email: string }[]> {
  const found = []
  for (const request of await lockRequestsOf(tx, noticeId)) {
    const email = await addressOf(tx, request)
    if (email !== '') found.push({ requestId: request.id, articleId: request.article_id, email })
  }
  return found
}

/** True if an answer about an article is still due. */
export const hasWaitingRequest = async (tx: Tx, articleId: string): Promise<boolean> =>
  (await tx
    .selectFrom('requests')
    .select('id')
    .where('article_id', '=', articleId)
    .where('state', 'in', ['open', 'with-authors'])
    .where('received_at', 'is not', null)
    .executeTakeFirst()) !== undefined
