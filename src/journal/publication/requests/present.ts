import type { OwnRequest, Request } from '../../../contract/api/requests.ts'
import { isWaiting } from '../../../contract/rules/articles/requests.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import { now } from '../../../platform/ids.ts'
import { loadAuthors } from '../articles/contributor-rows.ts'
import { isInvolved } from '../notices/editors.ts'
import { ownNameChange } from '../names/own-name-change.ts'
import { findNotice, loadAnswers } from '../notices/rows.ts'
import { findRequest, requestFor } from './rows.ts'

const askedOf = (row: RequestRow) => ({
  ...{ id: row.id, kind: row.kind, state: row.state, text: row.text },
  passages: JSON.parse(row.passages) as OwnRequest['passages'],
  ...{ whoseError: row.whose_error, affects: row.affects, dueOn: row.due_on },
  receivedOn: dayOf(row.received_at ?? row.created_at),
  ...{ outcome: row.outcome, answer: row.answer, answeredOn: row.answered_at && dayOf(row.answered_at) },
})

const filesOf = (db: Db, requestId: string) =>
  db
    .selectFrom('request_files')
    .innerJoin('files', 'files.id', 'request_files.file_id')
    .select(['files.id', 'files.name', 'files.bytes'])
    .where('request_id', '=', requestId)
    .orderBy('files.name')
    .orderBy('files.id')
    .execute()

/** A request as editors work on it; not found for those who may not see it. */
export const requestForEditor = async (db: Db, userId: string, id: string): Promise<Request> =>
  presentRequest(db, await requestFor(db, { userId }, await findRequest(db, id)))

/** More than any journal has waiting. */
const WAITING_MAX = 500

/** The requests that wait for an answer and that an editor may see, those due first. */
export async function waitingRequests(db: Db, userId: string): Promise<Request[]> {
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where('state', 'in', ['open', 'with-authors'])
    .where('received_at', 'is not', null)
    .orderBy('due_on')
    .orderBy('id')
    .limit(WAITING_MAX)
    .execute()
  const shown: Request[] = []
  const involved = new Map<string, boolean>()
  for (const row of rows) {
    const known = involved.get(row.article_id) ?? (await isInvolved(db, userId, [row.article_id]))
    involved.set(row.article_id, known)
    if (!known) shown.push(await presentRequest(db, row))
  }
  return shown
}

/** How many requests this editor looks after, or nobody does, and no notice is under way about them. */
export async function countRequestsToAct(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('requests')
    .select(({ fn }) => ['article_id', fn.countAll<number>().as('count')])
    .where('state', 'in', ['open', 'with-authors'])
    .where('received_at', 'is not', null)
    .where('notice_id', 'is', null)
    .where(({ or, eb }) => or([eb('handler_id', 'is', null), eb('handler_id', '=', userId)]))
    .groupBy('article_id')
    .limit(WAITING_MAX)
    .execute()
  let count = 0
  for (const row of rows) if (!(await isInvolved(db, userId, [row.article_id]))) count += Number(row.count)
  return count
}

async function presentRequest(db: Db, row: RequestRow): Promise<Request> {
  const article = await db
    .selectFrom('articles')
    .select(['id', 'title', 'doi', 'standing'])
    .where('id', '=', row.article_id)
    .executeTakeFirstOrThrow()
  const authors = joinNames((await loadAuthors(db, [row.article_id])).map(({ fullName }) => fullName))
  const handler =
    row.handler_id === null
      ? undefined
      : await db.selectFrom('users').select('full_name').where('id', '=', row.handler_id).executeTakeFirst()
  const notice = row.notice_id === null ? undefined : await findNotice(db, row.notice_id)
  return {
    ...askedOf(row),
    article: { ...article, authors },
    ...{ from: row.from_kind, name: row.name, email: row.email || null, version: row.version },
    isEntered: (row.from_kind === 'author') === (row.user_id === null),
    files: (await filesOf(db, row.id)).map((file) => ({ name: file.name, bytes: file.bytes, url: fileUrl(file) })),
    handler: row.handler_id === null ? null : { id: row.handler_id, name: handler?.full_name ?? '' },
    isLate: isWaiting(row.state) && row.due_on < dayOf(now()),
    notice: notice
      ? {
          ...{ id: notice.id, kind: notice.kind, state: notice.state },
          path: notice.article_id === null ? null : paths.article(notice.article_id),
        }
      : null,
  }
}

/** A request as its sender sees it. */
export async function presentOwn(db: Db, row: RequestRow): Promise<OwnRequest> {
  const { title } = await db
    .selectFrom('articles')
    .select('title')
    .where('id', '=', row.article_id)
    .executeTakeFirstOrThrow()
  const notice = await publishedNoticeOf(db, row)
  return {
    ...askedOf(row),
    ...{ articleTitle: title, articlePath: paths.article(row.article_id), isConfirmed: row.received_at !== null },
    files: (await filesOf(db, row.id)).map(({ name, bytes }) => ({ name, bytes })),
    nameChange: row.kind === 'name' ? await ownNameChange(db, row.id) : null,
    ...{ steps: stepsOf(row, notice?.publishedOn ?? null), notice },
  }
}

/** What has happened to a request, and what is ahead of it. */
function stepsOf(row: RequestRow, publishedOn: string | null): OwnRequest['steps'] {
  const isReceived = row.received_at !== null
  const isAnswered = row.answered_at !== null
  const steps: OwnRequest['steps'] = [
    { title: 'Received', on: row.received_at && dayOf(row.received_at), state: isReceived ? 'done' : 'now' },
  ]
  if (row.asked_at !== null) {
    const isNow = row.state === 'with-authors'
    steps.push({ title: 'With the authors', on: dayOf(row.asked_at), state: isNow ? 'now' : 'done' })
  }
  const isNext = isReceived && row.state !== 'with-authors'
  steps.push(
    isAnswered
      ? { title: 'Answered', on: dayOf(row.answered_at!), state: 'done' }
      : { title: 'Answer by', on: row.due_on, state: isNext ? 'now' : 'ahead' },
  )
  if (publishedOn !== null) steps.push({ title: 'Published', on: publishedOn, state: 'done' })
  else if (row.outcome === 'notice') steps.push({ title: 'Published', on: null, state: 'now' })
  return steps
}

/** The notice that has come of a request, once readers can see it. */
async function publishedNoticeOf(db: Db, row: RequestRow): Promise<OwnRequest['notice']> {
  const notice = row.notice_id === null ? undefined : await findNotice(db, row.notice_id)
  if (notice?.state !== 'published' || notice.article_id === null) return null
  const version = await db
    .selectFrom('article_versions')
    .select('number')
    .where('article_id', '=', row.article_id)
    .where('notice_id', '=', notice.id)
    .executeTakeFirst()
  const answers = await loadAnswers(db, notice.id)
  return {
    ...{ kind: notice.kind, path: paths.article(notice.article_id), publishedOn: dayOf(notice.published_at!) },
    version: version?.number ?? null,
    comparePath:
      version && version.number > 1 ? paths.articleCompare(row.article_id, version.number - 1, version.number) : null,
    answers: answers.map(({ name, answer }) => ({ name, answer })),
  }
}
