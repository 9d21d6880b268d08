import type { submissionDrafts } from '../../../contract/api/submission-drafts.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { discardDraft, discardOther, ownDrafts, resumeDraft, saveDraft, setAside } from './commands.ts'

const changing = (database: Database, userId: string, change: (tx: Tx) => Promise<void>) =>
  database.transaction(async (tx) => {
    await change(tx)
    return ownDrafts(tx, userId)
  })

/** Drafts are their person's alone: every call is about the caller's. */
export const submissionDraftHandlers: Handlers<{ submissionDrafts: typeof submissionDrafts }>['submissionDrafts'] = {
  own: ({ database, caller }) => ownDrafts(database.db, caller.userId),
  save: ({ database, caller }, input) => database.transaction((tx) => saveDraft(tx, caller.userId, input)),
  setAside: ({ database, caller }, { content }) =>
    changing(database, caller.userId, (tx) => setAside(tx, caller.userId, content)),
  resume: ({ database, caller }, { id, revision }) =>
    changing(database, caller.userId, (tx) => resumeDraft(tx, caller.userId, id, revision)),
  discard: ({ database, caller }, { revision }) =>
    changing(database, caller.userId, (tx) => discardDraft(tx, caller.userId, revision)),
  discardOther: ({ database, caller }, { id }) =>
    changing(database, caller.userId, (tx) => discardOther(tx, caller.userId, id)),
}
