import { type fees, WAIVERS_MAX } from '../../contract/api/fees.ts'
import type { Caller, Handlers } from '../../platform/call.ts'
import type { Database } from '../../platform/database/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { answerWaiver } from './answer.ts'
import { noteListReader } from './list-readers.ts'
import { listSealed, openWaiver } from './opening.ts'
import { countToAnswer, ownFee, waiversFor } from './present.ts'
import { hasFeesOfficer, holdsFeesDuty } from './standing.ts'
import { askLater } from './waivers.ts'

/** What they read next, they know from then on. */
async function noteIfOfficer(database: Database, caller: Caller): Promise<void> {
  if (await holdsFeesDuty(database.db, caller.userId)) await database.transaction((tx) => noteListReader(tx, caller))
}

export const feeHandlers: Handlers<{ fees: typeof fees }>['fees'] = {
  own: ({ database, caller }, { id }) => ownFee(database.db, caller.userId, id),

  ask: ({ database, caller }, { id, ...form }) =>
    database.transaction(async (tx) => {
      await askLater(tx, caller, id, form)
      return ownFee(tx, caller.userId, id)
    }),

  waivers: async ({ database, caller }) => ({
    toAnswer: await waiversFor(database.db, caller, { isAnswered: false, limit: WAIVERS_MAX }),
    totalToAnswer: await countToAnswer(database.db, caller),
    answered: await waiversFor(database.db, caller, { isAnswered: true, limit: WAIVERS_MAX }),
  }),

  sealed: async ({ database, caller }) => {
    await noteIfOfficer(database, caller)
    return listSealed(database.db, caller, WAIVERS_MAX)
  },

  open: async ({ database, caller }, { number }) => {
    // Of its own: it stays if nothing is found.
    await noteIfOfficer(database, caller)
    return database.transaction((tx) => openWaiver(tx, caller, number))
  },

  readers: async ({ database }) => ({ hasOfficer: await hasFeesOfficer(database.db) }),

  answer: ({ database, caller }, form) =>
    database.transaction(async (tx) => {
      await answerWaiver(tx, caller, form)
      const [answered] = await waiversFor(tx, caller, { articleId: form.id })
      if (!answered) throw notFound('Request')
      return answered
    }),
}
