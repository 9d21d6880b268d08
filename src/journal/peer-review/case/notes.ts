import type { CaseView } from '../../../contract/api/case-view.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ReviewTables } from '../../../platform/database/review-tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { timeAfter } from '../cases/notify.ts'
import { lockCaseForEditor } from '../cases/relation.ts'

/**
 * Notes of the editors of a case for one another: those who edit it read them, and nobody is sent them. The audit log
 * holds who wrote or deleted one, and not a word of it.
 */
export const NOT_YOUR_NOTE = 'Only the editor who wrote a note can delete it'

/** The notes of a case, the oldest first. */
export const loadNotes = (db: Db, articleId: string): Promise<ReviewTables['case_notes'][]> =>
  db.selectFrom('case_notes').selectAll().where('article_id', '=', articleId).orderBy('at').orderBy('id').execute()

export const presentNotes = (
  notes: readonly ReviewTables['case_notes'][],
  nameOf: (id: string | null) => string,
  callerId: string,
): CaseView['notes'] =>
  notes.map(({ id, user_id, text, at }) => ({ id, by: nameOf(user_id), text, at, isOwn: user_id === callerId }))

/** Adds a note; the last one sent again by the same editor is the same note. */
export async function addNote(tx: Tx, caller: Caller, { id, text }: { id: string; text: string }): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  const last = (await loadNotes(tx, id)).at(-1)
  if (last?.user_id === caller.userId && last.text === text) return
  const note = { id: newId(), article_id: id, user_id: caller.userId, text, at: timeAfter(last?.at) }
  await tx.insertInto('case_notes').values(note).execute()
  await writeAuditEntry(tx, caller.userId, 'article.add-note', id)
}

/** Deletes a note of the caller's own. */
export async function deleteNote(
  tx: Tx,
  caller: Caller,
  { id, noteId }: { id: string; noteId: string },
): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  const note = (await loadNotes(tx, id)).find((one) => one.id === noteId)
  if (!note) throw notFound('Note')
  if (note.user_id !== caller.userId) throw new DomainError('forbidden', NOT_YOUR_NOTE)
  await tx.deleteFrom('case_notes').where('id', '=', noteId).execute()
  await writeAuditEntry(tx, caller.userId, 'article.delete-note', id)
}
