import type { noticeAnswers, notices } from '../../../contract/api/notices.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { answerNotice, openForAuthor } from './answers.ts'
import {
  askAboutNotice,
  draftNotice,
  dropNotice,
  editNotice,
  sendBackNotice,
  signNotice,
  skipAsking,
  undoNotice,
} from './commands.ts'
import { noticeFor, openNotices } from './present.ts'
import { medianDaysToNotice, noticesAbout, openConcerns, publishedNotices } from './published.ts'
import { reachOf, type ReachResources } from './reach.ts'

/** Changes a notice in a transaction, and answers with what it is by then. */
const changing = (
  { database, caller }: { database: Database; caller: Caller },
  id: string,
  change: (tx: Tx) => Promise<unknown>,
) =>
  database.transaction(async (tx) => {
    await change(tx)
    return noticeFor(tx, caller.userId, id)
  })

export const noticeHandlers: Handlers<{ notices: typeof notices }, Platform & ReachResources>['notices'] = {
  published: ({ database }) => publishedNotices(database.db, dayOf(now())),

  about: ({ database }, { id }) => noticesAbout(database.db, id),

  open: async ({ database: { db }, caller }) => ({
    notices: await openNotices(db, caller.userId),
    concerns: await openConcerns(db),
    medianDays: await medianDaysToNotice(db),
  }),

  draft: ({ database, caller }, draft) =>
    database.transaction(async (tx) => noticeFor(tx, caller.userId, await draftNotice(tx, caller, draft))),

  read: ({ database, caller }, { id }) => noticeFor(database.db, caller.userId, id),

  edit: (context, fields) => changing(context, fields.id, (tx) => editNotice(tx, context.caller, fields)),

  ask: (context, seen) => changing(context, seen.id, (tx) => askAboutNotice(tx, context.caller, seen)),

  goUnasked: (context, seen) => changing(context, seen.id, (tx) => skipAsking(tx, context.caller, seen)),

  sendBack: (context, seen) => changing(context, seen.id, (tx) => sendBackNotice(tx, context.caller, seen)),

  confirm: (context, seen) => changing(context, seen.id, (tx) => signNotice(tx, context.caller, seen)),

  undo: (context, { id }) => changing(context, id, (tx) => undoNotice(tx, context.caller, id)),

  drop: (context, seen) => changing(context, seen.id, (tx) => dropNotice(tx, context.caller, seen)),

  reach: (resources, { id }) => reachOf(resources.database.db, resources, resources.caller.userId, id),
}

export const noticeAnswerHandlers: Handlers<{ noticeAnswers: typeof noticeAnswers }>['noticeAnswers'] = {
  open: ({ database, caller }) => openForAuthor(database.db, caller),

  answer: ({ database, caller }, answer) =>
    database.transaction(async (tx) => {
      await answerNotice(tx, caller, answer)
      return openForAuthor(tx, caller)
    }),
}
