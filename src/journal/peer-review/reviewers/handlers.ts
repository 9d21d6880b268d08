import type { reviewers } from '../../../contract/api/reviewers.ts'
import type { Handlers } from '../../../platform/call.ts'
import { ADMINISTRATORS_ONLY } from '../../../contract/rules/accounts/policy.ts'
import { retrying } from '../../../platform/database/connect.ts'
import { createReviewer, REVIEWER_INDEXES, setAway, setNeverAsk, updateReviewer } from './commands.ts'
import { emptyLog } from '../../../platform/database/erasing.ts'
import { eraseReviewer, type ErasePart } from './erase.ts'
import { findConflicts } from './find-conflicts.ts'
import { refuse } from '../../../platform/errors.ts'
import { isRecused } from '../recusal.ts'
import { importReviewers, previewImport } from './import.ts'
import { refuseWhileRecused, viewpointOf } from './hidden.ts'
import { findReviewer, listReviewers } from './queries.ts'
import type { ReviewerResources } from './resources.ts'

const addingBy = (caller: { userId: string }, hashes: ReviewerResources['addressHashes']) => ({
  ...{ vouchedBy: caller.userId, actorId: caller.userId, hashes },
})

/** The handlers of reviewers; `parts` is what other modules erase along with one. */
export const reviewerHandlers = (
  parts: readonly ErasePart[],
): Handlers<{ reviewers: typeof reviewers }, ReviewerResources>['reviewers'] => ({
  list: async ({ database, caller }, { page, limit, ...filter }) => {
    const { hidden, shown } = await viewpointOf(database.db, caller.userId)
    const { data, meta } = await listReviewers(database.db, filter, { page, limit }, hidden)
    return { data: data.map(shown), meta }
  },

  read: async ({ database, caller }, { id }) => {
    const { hidden, shown } = await viewpointOf(database.db, caller.userId)
    return shown(await findReviewer(database.db, id, hidden))
  },

  create: ({ database, caller, addressHashes }, form) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        return findReviewer(tx, await createReviewer(tx, addingBy(caller, addressHashes), form))
      }),
    ),

  update: ({ database, caller, addressHashes }, form) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        await updateReviewer(tx, addingBy(caller, addressHashes), form)
        return findReviewer(tx, form.id)
      }),
    ),

  setAway: ({ database, caller }, { id, awayUntil }) =>
    database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await setAway(tx, caller.userId, id, awayUntil)
      return findReviewer(tx, id)
    }),

  neverAsk: ({ database, caller }, { id, neverAsk }) =>
    database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await setNeverAsk(tx, caller.userId, id, neverAsk)
      return findReviewer(tx, id)
    }),

  previewImport: async ({ database, caller, addressHashes }, { lines }) => {
    await refuseWhileRecused(database.db, caller)
    return previewImport(database.db, addressHashes, lines)
  },

  import: ({ database, caller, addressHashes }, { lines }) =>
    retrying(REVIEWER_INDEXES, () =>
      database.transaction(async (tx) => {
        await refuseWhileRecused(tx, caller)
        return importReviewers(tx, addingBy(caller, addressHashes), lines)
      }),
    ),

  conflicts: async ({ database, caller }, { articleId, person }) => {
    if (await isRecused(database.db, caller.userId, articleId)) refuse(ADMINISTRATORS_ONLY)
    return (await findConflicts(database.db, articleId, [person]))[0]!
  },

  erase: async ({ database, caller, addressHashes }, { id }) => {
    await database.transaction(async (tx) => {
      await refuseWhileRecused(tx, caller)
      await eraseReviewer(tx, { hashes: addressHashes, actorId: caller.userId, parts }, id)
    })
    await emptyLog(database)
    return { message: 'The data of the reviewer were erased' }
  },
})
