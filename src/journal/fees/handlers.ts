import { type fees, WAIVERS_MAX } from '../../contract/api/fees.ts'
import type { Handlers } from '../../platform/call.ts'
import { notFound } from '../../platform/errors.ts'
import { listSealed, openWaiver } from './opening.ts'
import { countToAnswer, ownFee, waiversFor } from './present.ts'
import { hasFeesOfficer } from './standing.ts'
import { answerWaiver, askLater } from './waivers.ts'

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

  sealed: ({ database, caller }) => listSealed(database.db, caller, WAIVERS_MAX),

  open: ({ database, caller }, { number }) => database.transaction((tx) => openWaiver(tx, caller, number)),

  readers: async ({ database }) => ({ hasOfficer: await hasFeesOfficer(database.db) }),

  answer: ({ database, caller }, form) =>
    database.transaction(async (tx) => {
      await answerWaiver(tx, caller, form)
      const [answered] = await waiversFor(tx, caller, { articleId: form.id })
      if (!answered) throw notFound('Request')
      return answered
    }),
}
