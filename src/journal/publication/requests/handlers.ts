import { REPORT_RECEIVED, type reports, type requests } from '../../../contract/api/requests.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  askFor,
  confirmReport,
  decideRequest,
  declineRequest,
  enterRequest,
  reportProblem,
  takeRequest,
} from './commands.ts'
import { presentOwn, requestForEditor, waitingRequests } from './present.ts'
import { answerName, withAddress } from '../names/propose.ts'
import { ownedBy } from '../unconfirmed-addresses.ts'
import { findRequest } from './rows.ts'

/** Changes a request in a transaction, and answers with what it is by then. */
const changing = (
  { database, caller }: { database: Database; caller: Caller },
  id: string,
  change: (tx: Tx) => Promise<void>,
) =>
  database.transaction(async (tx) => {
    await change(tx)
    return requestForEditor(tx, caller.userId, id)
  })

async function ownRequest(db: Db, { userId }: Caller, id: string) {
  const request = await findRequest(db, id)
  // An editor who has entered one is not its sender.
  if (request?.user_id !== userId || request.from_kind !== 'author') throw notFound('Request')
  return presentOwn(db, request)
}

export const requestHandlers: Handlers<{ requests: typeof requests }>['requests'] = {
  report: async ({ database }, report) => {
    await database.transaction((tx) => reportProblem(tx, report))
    return { message: REPORT_RECEIVED }
  },

  ask: ({ database, caller }, request) =>
    database.transaction(async (tx) => ownRequest(tx, caller, await askFor(tx, caller, request))),

  ofArticle: async ({ database: { db }, caller }, { id }) => {
    const article = await db
      .selectFrom('public_articles')
      .select(['id', 'title'])
      .where('id', '=', id)
      .where('submitter_id', '=', caller.userId)
      .executeTakeFirst()
    if (!article) throw notFound('Article')
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('article_id', '=', id)
      .where('user_id', '=', caller.userId)
      .where('from_kind', '=', 'author')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    const own = []
    for (const row of rows) own.push(await presentOwn(db, row))
    return { article: { ...article, path: paths.article(article.id) }, requests: own }
  },

  own: ({ database, caller }, { id }) => ownRequest(database.db, caller, id),

  waiting: async ({ database, caller }) => ({ requests: await waitingRequests(database.db, caller.userId) }),

  read: ({ database, caller }, { id }) => requestForEditor(database.db, caller.userId, id),

  enter: ({ database, caller }, request) =>
    database.transaction(async (tx) => requestForEditor(tx, caller.userId, await enterRequest(tx, caller, request))),

  take: (context, seen) => changing(context, seen.id, (tx) => takeRequest(tx, context.caller, seen)),

  decide: (context, seen) => changing(context, seen.id, (tx) => decideRequest(tx, context.caller, seen)),

  decline: (context, seen) => changing(context, seen.id, (tx) => declineRequest(tx, context.caller, seen)),
}

/** What the link of an email shows: the request that was sent from the address of the link. */
async function linkedRequest(db: Db, { requestId, email }: { requestId: string; email: string }) {
  return presentOwn(db, ownedBy(await withAddress(db, await findRequest(db, requestId)), email))
}

export const reportHandlers: Handlers<{ reports: typeof reports }>['reports'] = {
  open: ({ database, caller }) => linkedRequest(database.db, caller),

  answerName: ({ database, caller }, answer) =>
    database.transaction(async (tx) => {
      await answerName(tx, caller, answer)
      return linkedRequest(tx, caller)
    }),

  confirm: ({ database, caller }) =>
    database.transaction(async (tx) => {
      await confirmReport(tx, caller)
      return linkedRequest(tx, caller)
    }),
}
