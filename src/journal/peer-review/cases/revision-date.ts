import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import { isReleased, stageForAuthors, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { type LockedCase, loadDecisions } from './case-rows.ts'
import { REVISION_DAYS_MAX, REVISION_DUE } from './decide.ts'
import { sendCaseMessage } from './notify.ts'
import { lockCaseForAuthor, lockCaseForEditor } from './relation.ts'

interface Moved {
  id: string
  dueOn: string
}

/** The decision whose revision is awaited; throws if none is, in the words of what authors know. */
async function awaited(tx: Tx, { article, theCase }: LockedCase, dueOn: string): Promise<DecisionRow> {
  const decisions = await loadDecisions(tx, article.id)
  const decision = standingDecisions(decisions).at(-1)
  if (theCase.stage !== 'revising' || !decision || !isReleased(decision, new Date()) || article.published_at !== null) {
    throw new DomainError(
      'conflict',
      `${stageSentence(stageForAuthors(theCase.stage, decisions, new Date()))} No revision is due.`,
    )
  }
  const today = dayOf(now())
  if (dueOn <= today || dueOn > addDays(today, REVISION_DAYS_MAX)) throw invalid('dueOn', REVISION_DUE)
  return decision
}

/** An editor moves the day of a revision, to an earlier or a later one: the author gets a message, and its reminders. */
export async function moveRevisionDate(tx: Tx, editor: Caller, { id, dueOn }: Moved): Promise<void> {
  const locked = await lockCaseForEditor(tx, editor, id)
  const decision = await awaited(tx, locked, dueOn)
  if (decision.revision_due_on === dueOn) return
  const moved = { due_on: dueOn, moved_at: now() }
  await tx
    .insertInto('revision_dates')
    .values({ decision_id: decision.id, ...moved })
    .onConflict((conflict) => conflict.column('decision_id').doUpdateSet(moved))
    .execute()
  await writeAuditEntry(tx, editor.userId, 'article.move-revision-date', id, {
    before: { dueOn: decision.revision_due_on },
    after: { dueOn },
  })
  if (locked.article.submitter_id === null) return
  const text = `Your revision is now due by ${longDate(dueOn)}.`
  await sendCaseMessage(tx, editor, 'editor', { articleId: id, text })
}

/** The author asks for another day: a message to the editor, who answers it by moving the date. */
export async function askForTime(
  tx: Tx,
  author: Caller,
  { id, dueOn, reason }: Moved & { reason: string | null },
): Promise<void> {
  await awaited(tx, await lockCaseForAuthor(tx, author, id), dueOn)
  const asked = `May we send the revision by ${longDate(dueOn)}?`
  await sendCaseMessage(tx, author, 'author', { articleId: id, text: reason ? `${asked}\n\n${reason}` : asked })
}
