import type { z } from 'zod'
import type { requests as table } from '../../../contract/api/requests.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { NOTHING_BEHIND_LINK, REQUEST_DAYS } from '../../../contract/rules/articles/requests.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller, RequesterCaller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { enqueue, enqueueWithin } from '../../../platform/email/outbox.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { articleGone } from '../articles/tombstones.ts'
import { isPublic } from '../articles/transitions.ts'
import { isTaken } from '../files/claims.ts'
import { ownUploads } from '../files/own-uploads.ts'
import { isInvolved } from '../notices/editors.ts'
import { askOwner, ownedBy } from '../unconfirmed-addresses.ts'
import type { RequestEmail } from './emails.ts'
import { addressOf, changeRequest, lockRequest, openForMove } from './rows.ts'

type Input<Verb extends keyof typeof table> = z.output<(typeof table)[Verb]['input']>

export const ONLY_PUBLISHED = 'Requests are about published articles. This one is not public.'
export const FILE_TAKEN = 'A file already belongs to a manuscript or another request. Please upload it again.'
export const NO_NOTICE_YET = 'Please begin the notice from this request first.'
export const MANY_WAITING =
  'You have already sent several requests about this article. Please wait for our answer to them.'

/** So many requests about one article may one author have waiting. */
const WAITING_MAX = 10

/** Columns of a request that nobody has looked at. */
const NEW = {
  ...{ handler_id: null, outcome: null, answer: null, answered_at: null, notice_id: null, asked_at: null },
  state: 'open' as const,
}

const dueOn = (receivedAt: string): string => addDays(dayOf(receivedAt), REQUEST_DAYS)

/** Locks an article about which something may be asked: readers can see it. */
async function lockPublic(tx: Tx, id: string): Promise<ArticleRow> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article || !isPublic(article)) throw await articleGone(tx, id)
  return article
}

const about = ({ id, article_id }: RequestRow) => ({ requestId: id, articleId: article_id })

/** Keeps what a reader reports. Nobody sees it before its address is confirmed. */
export async function reportProblem(tx: Tx, { id, kind, text, passage, name, email }: Input<'report'>): Promise<void> {
  const article = await lockPublic(tx, id)
  const at = now()
  const request: RequestRow = {
    ...{ id: newId(), article_id: article.id, kind, from_kind: 'reader', user_id: null, name },
    ...{ email: email.toLowerCase(), text, whose_error: null, affects: null, ...NEW },
    passages: JSON.stringify(passage === null ? [] : [{ passage, wording: '' }]),
    ...{ created_at: at, received_at: null, due_on: dueOn(at), version: 1 },
  }
  await tx.insertInto('requests').values(request).execute()
  await askOwner(tx, { kind: 'request-confirm', recipient: request.email, data: about(request) })
}

/** The sender of a report has shown that the address is theirs: from now on editors see it. */
export async function confirmReport(tx: Tx, { requestId, email }: RequesterCaller): Promise<void> {
  const request = ownedBy(await lockRequest(tx, requestId), email)
  if (request.received_at !== null) return
  const at = now()
  const received = await changeRequest(tx, request, { received_at: at, due_on: dueOn(at) })
  await writeAuditEntry(tx, null, 'article.report-problem', request.article_id, {
    after: { requestId, kind: request.kind },
  })
  await tellRequester(tx, 'request-received', received)
}

/** The submitter asks for a change of an article of their own. The files are claimed, so that they are not swept. */
export async function askFor(
  tx: Tx,
  caller: Caller,
  { id, kind, passages, text, whoseError, affects, files }: Input<'ask'>,
): Promise<string> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (article?.submitter_id !== caller.userId) throw notFound('Article')
  if (!isPublic(article)) throw new DomainError('conflict', ONLY_PUBLISHED)
  const waiting = await tx
    .selectFrom('requests')
    .select('id')
    .where('user_id', '=', caller.userId)
    .where('article_id', '=', id)
    .where('state', 'in', ['open', 'with-authors'])
    .execute()
  if (waiting.length >= WAITING_MAX) throw new DomainError('conflict', MANY_WAITING)
  const user = await tx.selectFrom('users').selectAll().where('id', '=', caller.userId).executeTakeFirstOrThrow()
  const at = now()
  const request: RequestRow = {
    ...{ id: newId(), article_id: id, kind, from_kind: 'author', user_id: user.id, name: user.full_name },
    ...{ email: user.email.toLowerCase(), text, passages: JSON.stringify(passages), whose_error: whoseError, affects },
    ...{ ...NEW, created_at: at, received_at: at, due_on: dueOn(at), version: 1 },
  }
  await tx.insertInto('requests').values(request).execute()
  if (files.length) await claimFiles(tx, caller, request.id, files)
  await writeAuditEntry(tx, caller.userId, 'article.request', id, { after: { requestId: request.id, kind } })
  await tellRequester(tx, 'request-received', request)
  return request.id
}

async function claimFiles(tx: Tx, { userId }: Caller, requestId: string, urls: string[]): Promise<void> {
  const files = await ownUploads(tx, userId, 'files', urls)
  if (await isTaken(tx, ...files)) throw new DomainError('conflict', FILE_TAKEN, { errors: { files: FILE_TAKEN } })
  await tx
    .insertInto('request_files')
    .values(files.map(({ id }) => ({ request_id: requestId, file_id: id })))
    .execute()
}

/** Enters what came by letter, by email, or in an editor's own reading. */
export async function enterRequest(
  tx: Tx,
  caller: Caller,
  { articleId, kind, from, name, email, text }: Input<'enter'>,
): Promise<string> {
  const article = await lockForUpdate(tx, 'articles', articleId)
  if (!article || (await isInvolved(tx, caller.userId, [articleId]))) throw notFound('Article')
  if (!isPublic(article)) throw new DomainError('conflict', ONLY_PUBLISHED)
  const at = now()
  const request: RequestRow = {
    // The account of an author would be that of the sender, to which the answer goes.
    ...{ id: newId(), article_id: articleId, kind, from_kind: from, user_id: from === 'author' ? null : caller.userId },
    ...{ name, email: email?.toLowerCase() ?? '', text, passages: '[]', whose_error: null, affects: null, ...NEW },
    ...{ handler_id: caller.userId, created_at: at, received_at: at, due_on: dueOn(at), version: 1 },
  }
  await tx.insertInto('requests').values(request).execute()
  await writeAuditEntry(tx, caller.userId, 'article.enter-request', articleId, {
    after: { requestId: request.id, kind, from },
  })
  await tellRequester(tx, 'request-received', request)
  return request.id
}

const tellRequester = async (tx: Tx, kind: RequestEmail['kind'], request: RequestRow): Promise<void> => {
  const recipient = await addressOf(tx, request)
  if (recipient !== '') await enqueue<RequestEmail>(tx, { kind, recipient, data: about(request) })
}

export async function takeRequest(tx: Tx, caller: Caller, seen: Input<'take'>): Promise<void> {
  const { request } = await openForMove(tx, caller, seen, 'take')
  if (request.handler_id === caller.userId) return
  await changeRequest(tx, request, { handler_id: caller.userId })
  await writeAuditEntry(tx, caller.userId, 'article.take-request', request.article_id, {
    after: { requestId: request.id },
  })
}

/** Answers the requester. Who answers looks after it from then on. */
export async function decideRequest(
  tx: Tx,
  caller: Caller,
  { outcome, answer, ...seen }: Input<'decide'>,
): Promise<void> {
  const { request, state } = await openForMove(tx, caller, seen, 'decide')
  if (outcome === 'notice' && request.notice_id === null) throw new DomainError('conflict', NO_NOTICE_YET)
  const decided = await changeRequest(tx, request, {
    ...{ state, outcome, answer, answered_at: now(), handler_id: caller.userId },
  })
  await writeAuditEntry(tx, caller.userId, 'article.decide-request', request.article_id, {
    after: { requestId: request.id, outcome },
  })
  await tellRequester(tx, 'request-answered', decided)
}

export async function declineRequest(tx: Tx, caller: Caller, { reason, ...seen }: Input<'decline'>): Promise<void> {
  const { request, state } = await openForMove(tx, caller, seen, 'decline')
  const declined = await changeRequest(tx, request, {
    ...{ state, outcome: 'nothing', answer: reason, answered_at: now(), handler_id: caller.userId },
  })
  await writeAuditEntry(tx, caller.userId, 'article.decline-request', request.article_id, {
    after: { requestId: request.id, reason },
  })
  await tellRequester(tx, 'request-answered', declined)
}

/** Sends a new link to the address of an earlier one: the email that tells where the request is now. */
export async function sendFreshReportLink(tx: Tx, { requestId, email }: RequesterCaller): Promise<void> {
  // One after the other, so that two at once do not both pass the limit.
  const request = await lockRequest(tx, requestId)
  if (!request || (await addressOf(tx, request)) !== email) throw new DomainError('not_found', NOTHING_BEHIND_LINK)
  const received = request.answered_at === null ? 'request-received' : 'request-answered'
  const kind = request.received_at === null ? 'request-confirm' : received
  await enqueueWithin(tx, { kind, recipient: email, data: about(request) })
}
