import { paths } from '../../../contract/rules/site/paths.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import type { KindsOfEmail } from '../../../platform/email/kinds.ts'
import type { NewEmail } from '../../../platform/email/outbox.ts'
import { paragraphs, plain, titled } from '../../../platform/email/values.ts'
import { makePersonLink } from '../../peer-review/authorship/links.ts'
import { findNameChange } from '../names/rows.ts'
import { addressOf, findRequest } from './rows.ts'

interface AboutRequest {
  requestId: string
  articleId: string
}

interface RequestEmails {
  'request-confirm': AboutRequest
  'request-received': AboutRequest
  'request-answered': AboutRequest
  'name-agree': AboutRequest
}
export type RequestEmail = NewEmail<RequestEmails>

interface RequestFacts {
  name: string
  title: string
  request: RequestRow
}

const UNKNOWN_NAME = 'reader'

/** Null once the request is gone, or belongs to another address: its sender has deleted the account. */
async function load(
  db: Db,
  { requestId }: AboutRequest,
  { recipient }: { recipient: string },
): Promise<RequestFacts | null> {
  const request = await findRequest(db, requestId)
  if (!request || (await addressOf(db, request)) !== recipient.toLowerCase()) return null
  const article = await db
    .selectFrom('articles')
    .select('title')
    .where('id', '=', request.article_id)
    .executeTakeFirst()
  return article ? { name: request.name || UNKNOWN_NAME, title: article.title, request } : null
}

/** Before the address is confirmed the name is no more than what was typed with it. */
const loadUnconfirmed = async (
  db: Db,
  about: AboutRequest,
  to: { recipient: string },
): Promise<RequestFacts | null> => {
  const facts = await load(db, about, to)
  return facts && facts.request.received_at === null ? { ...facts, name: UNKNOWN_NAME } : null
}

/** Only while the person has not answered. */
const toRenamed = async (db: Db, about: AboutRequest, to: { recipient: string }): Promise<RequestFacts | null> => {
  const facts = await load(db, about, to)
  const change = facts && (await findNameChange(db, about.requestId))
  return facts && change?.state === 'asked' ? { ...facts, name: 'colleague' } : null
}

/** Authors open the page of their request in their account, others by a link. */
const linkToRequest = async (
  tx: Tx,
  { request }: RequestFacts,
  { recipient, publicUrl, at }: { recipient: string; publicUrl: string; at: Date },
): Promise<string> =>
  request.from_kind === 'author' && request.user_id !== null
    ? publicUrl + paths.ownRequest(request.id)
    : makePersonLink(tx, publicUrl, { purpose: 'report', subjectId: request.id, email: recipient }, at)

const EXAMPLE: RequestRow = {
  ...{ id: 'a-request', article_id: 'sap-flow-in-prosopis', kind: 'correction', from_kind: 'reader', user_id: null },
  ...{ name: 'Rubina Solangi', email: 'rubina@example.org', text: 'The June value of Table 2 is that of July.' },
  ...{ passages: '[]', whose_error: null, affects: null, state: 'open', handler_id: null },
  ...{ created_at: '2026-05-28T09:00:00.000Z', received_at: '2026-05-28T09:10:00.000Z', due_on: '2026-06-25' },
  ...{ outcome: 'change', answer: 'Thank you for finding this. We have corrected the table.', answered_at: null },
  ...{ notice_id: null, asked_at: null, version: 1 },
}
const example = {
  ...{ requestId: 'a-request', articleId: 'sap-flow-in-prosopis', name: 'Rubina Solangi', request: EXAMPLE },
  title: 'Sap flow and night-time refilling in <i>Prosopis cineraria</i> through two dry seasons',
}

const title = (facts: RequestFacts) => titled(facts.title)

export const requestEmails: KindsOfEmail<RequestEmails, { [Kind in keyof RequestEmails]: RequestFacts }> = {
  'request-confirm': { values: { title }, example, load: loadUnconfirmed, secretLink: linkToRequest },
  'request-received': {
    values: { title, due: ({ request }) => plain(longDate(request.due_on)) },
    ...{ example, load, secretLink: linkToRequest },
  },
  // It names nobody: the address may be wrong.
  'name-agree': {
    values: {},
    ...{ example, load: toRenamed },
    secretLink: (tx, { requestId }, { recipient, publicUrl, at }) =>
      makePersonLink(tx, publicUrl, { purpose: 'report', subjectId: requestId, email: recipient }, at),
  },
  'request-answered': {
    values: { title, answer: ({ request }) => paragraphs(request.answer ?? '') },
    ...{ example, load, secretLink: linkToRequest },
  },
}
