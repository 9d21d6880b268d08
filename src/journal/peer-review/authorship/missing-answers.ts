import {
  NOT_ON_LIST,
  moveConfirmation,
  refusalToRemindAuthor,
  refusalToWaive,
} from '../../../contract/rules/peer-review/authorship.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import { remindAuthorByEditor, remindersOf } from '../cases/reminders.ts'
import { answersOf, change, type ConfirmationOfAuthor } from './confirmations.ts'

interface OfAuthor {
  id: string
  contributorId: string
}

/** An editor reminds an author who has not answered, at most once a day. */
export async function remindAuthor(tx: Tx, caller: Caller, { id, contributorId }: OfAuthor): Promise<void> {
  const one = await lockAnswer(tx, caller, { id, contributorId })
  const remindedAt = (await remindersOf(tx, [contributorId])).get(contributorId) ?? null
  refuse(refusalToRemindAuthor(waitedFor(one), remindedAt, dayOf(now())))
  await remindAuthorByEditor(tx, id, contributorId)
  await writeAuditEntry(tx, caller.userId, 'article.remind-author', id, { after: { contributorId } })
}

/** An editor goes on without the answer of an author whom the journal cannot reach. */
export async function waiveAuthor(
  tx: Tx,
  caller: Caller,
  { id, contributorId, reason }: OfAuthor & { reason: string },
): Promise<void> {
  const one = await lockAnswer(tx, caller, { id, contributorId })
  refuse(refusalToWaive(waitedFor(one), dayOf(now())))
  await change(tx, one, {
    state: moveConfirmation(one.state, 'waive')!,
    ...{ waived_by: caller.userId, waive_reason: reason },
  })
  await writeAuditEntry(tx, caller.userId, 'article.waive-authorship', id, { after: { contributorId, reason } })
}

/** How long an answer is missing, as the rules ask. */
export const waitedFor = ({ state, email, asked_at, told_at }: ConfirmationOfAuthor) => ({
  ...{ state, hasAddress: email !== '', askedAt: asked_at, toldAt: told_at },
})

async function lockAnswer(tx: Tx, caller: Caller, { id, contributorId }: OfAuthor): Promise<ConfirmationOfAuthor> {
  const { theCase } = await lockCaseForEditor(tx, caller, id)
  if (theCase.closed_at !== null) throw new DomainError('conflict', stageSentence(theCase.stage))
  const list = await answersOf(tx, id)
  const one = list && [...list.answers, ...list.removed].find(({ contributor_id }) => contributor_id === contributorId)
  if (!one) throw new DomainError('not_found', NOT_ON_LIST)
  return one
}
