import type { Manuscript, manuscripts } from '../../../contract/api/manuscripts.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { answerProof } from '../cases/proofs.ts'
import { sendGrievance } from '../cases/grievances.ts'
import { sendCaseMessage } from '../cases/messages.ts'
import { lockCaseForAuthor } from '../cases/relation.ts'
import { submitRevision } from '../cases/revise.ts'
import { withdrawManuscript } from '../cases/withdraw.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { changeManuscript } from './change.ts'
import { presentManuscript } from './present.ts'
import { manuscriptRecords } from './records.ts'
import { composeReply } from './reply.ts'

const seen = async (db: Db, { userId }: Caller, id: string): Promise<Manuscript> =>
  presentManuscript(await manuscriptRecords(db, userId, id))

export const manuscriptHandlers: Handlers<{ manuscripts: typeof manuscripts }>['manuscripts'] = {
  get: ({ database, caller }, { id }) => seen(database.db, caller, id),

  change: ({ database, caller }, change) =>
    database.transaction(async (tx) => {
      await changeManuscript(tx, caller, change)
      return seen(tx, caller, change.id)
    }),

  revise: ({ database, caller }, { id, files, replies, reply }) =>
    database.transaction(async (tx) => {
      const labels = await labelsOfLastLetter(tx, caller, id)
      await submitRevision(tx, caller, { articleId: id, files, reply: composeReply(labels, replies, reply) })
      return seen(tx, caller, id)
    }),

  withdraw: ({ database, caller }, { id, reason }) =>
    database.transaction(async (tx) => {
      const { theCase } = await lockCaseForAuthor(tx, caller, id)
      // The same button pressed twice.
      const isDone = theCase.stage === 'withdrawn' && theCase.withdrawn_by === caller.userId
      if (!isDone) await withdrawManuscript(tx, caller, 'author', theCase, reason)
      return seen(tx, caller, id)
    }),

  sendMessage: ({ database, caller }, { id, text }) =>
    database.transaction(async (tx) => {
      await lockCaseForAuthor(tx, caller, id)
      await sendCaseMessage(tx, caller, 'author', { articleId: id, text })
      return seen(tx, caller, id)
    }),

  answerProof: ({ database, caller }, { id, proofId, answer, corrections }) =>
    database.transaction(async (tx) => {
      await answerProof(tx, caller, { articleId: id, proofId, answer, corrections })
      return seen(tx, caller, id)
    }),

  appeal: ({ database, caller }, { id, ...grievance }) =>
    database.transaction(async (tx) => {
      await sendGrievance(tx, caller, { articleId: id, ...grievance })
      return seen(tx, caller, id)
    }),
}

/** The labels of the reports that the author can reply to. */
async function labelsOfLastLetter(tx: Tx, { userId }: Caller, id: string): Promise<Set<string>> {
  const { decisions, reports } = await manuscriptRecords(tx, userId, id)
  return new Set(decisions.flatMap((decision) => reports.get(decision.id) ?? []).map(({ label }) => label))
}
