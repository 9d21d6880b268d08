/** Builders of requests about published articles, by the calls that readers, authors and editors make. */
import type { OwnRequest, Request } from '../../src/contract/api/requests.ts'
import { askFor, confirmReport, reportProblem } from '../../src/journal/publication/requests/commands.ts'
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { newId } from '../../src/platform/ids.ts'
import type { SignedIn } from './builders.ts'
import type { TestJournal } from './databases.ts'
import { callerFor } from './review-builders.ts'

export const WRONG = 'The June value of Table 2 is that of July.'

/** What a reader types. */
export const aReportForm = (more: object = {}) => ({
  ...{ kind: 'correction' as const, text: WRONG, passage: null, name: 'Zahra Baloch' },
  ...{ email: `zahra-${newId()}@readers.test`, ...more },
})

/** A report whose sender has not confirmed the address; its id. */
export async function anUnconfirmed(database: Database, articleId: string, more: object = {}): Promise<string> {
  const form = aReportForm(more)
  await database.transaction((tx) => reportProblem(tx, { id: articleId, ...form }))
  const { id } = await database.db
    .selectFrom('requests')
    .select('id')
    .where('article_id', '=', articleId)
    .where('email', '=', form.email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** A reader's report that editors see; its id. */
export async function aReport(database: Database, articleId: string, more: object = {}): Promise<string> {
  const id = await anUnconfirmed(database, articleId, more)
  const { email } = await database.db
    .selectFrom('requests')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await database.transaction((tx) => confirmReport(tx, { requestId: id, email }))
  return id
}

/** What an author asks for. */
export async function anAuthorsRequest(
  journal: TestJournal,
  as: SignedIn,
  articleId: string,
  more: object = {},
): Promise<OwnRequest> {
  const passages = [{ passage: 'at 1 to 2 m', wording: 'at 3 to 4 m' }]
  const answer = await journal.post(
    `/posts/${articleId}/requests`,
    { kind: 'correction', passages, whoseError: 'authors', affects: 'no', ...more },
    { as },
  )
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as OwnRequest
}

/** The same without a call; its id. */
export const anAuthorAsks = (
  database: Database,
  author: SignedIn['user'],
  articleId: string,
  {
    text = '',
    passages = [{ passage: 'at 1 to 2 m', wording: 'at 3 to 4 m' }],
  }: {
    text?: string
    passages?: { passage: string; wording: string }[]
  } = {},
): Promise<string> =>
  database.transaction((tx) =>
    askFor(tx, callerFor(author), {
      ...{ id: articleId, kind: 'correction', passages, text, whoseError: 'authors', affects: 'no', files: [] },
    }),
  )

/** The secret of the link that is sent to who has reported something. */
export async function reportLink({ database }: Pick<TestJournal, 'database'>, id: string): Promise<string> {
  const { email } = await database.db
    .selectFrom('requests')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const link = { purpose: 'report', subjectId: id, email } as const
  return (await database.transaction((tx) => makePersonLink(tx, '', link))).split('#')[1]!
}

export const readRequest = async (journal: TestJournal, as: SignedIn, id: string): Promise<Request> =>
  (await journal.get(`/requests/${id}`, { as })).body as Request
