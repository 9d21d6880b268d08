import type { SavedDraft } from '../../../contract/api/report-draft.ts'
import { NEWER_DRAFT } from '../../../contract/api/review-reports.ts'
import { EMPTY_DRAFT, isSameDraft, type DraftContent } from '../../../contract/rules/peer-review/report-draft.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { reportsOf } from '../cases/report.ts'

/**
 * What has been written so far. A report that came back for clarification is where its new version begins: as
 * revision 0, because nothing has been saved since.
 */
export async function findDraft(
  db: Db,
  { id, state }: Pick<AssignmentRow, 'id' | 'state'>,
): Promise<SavedDraft | null> {
  const row = await db.selectFrom('review_drafts').selectAll().where('assignment_id', '=', id).executeTakeFirst()
  if (row) {
    // It may have been written before the form had all its fields.
    const content = { ...EMPTY_DRAFT, ...(JSON.parse(row.content) as Partial<DraftContent>) }
    return { content, revision: row.revision, savedAt: row.saved_at }
  }
  const sent = state === 'agreed' ? (await reportsOf(db, [id])).at(-1) : undefined
  if (!sent) return null
  const content: DraftContent = {
    answers: JSON.parse(sent.answers) as DraftContent['answers'],
    toAuthors: sent.to_authors,
    toEditor: sent.to_editor,
    recommendation: sent.recommendation,
    noAi: false,
    workedWith: '',
  }
  return { content, revision: 0, savedAt: sent.submitted_at }
}

/**
 * Keeps a draft that was made from `revision`. If another device has saved since, nothing is changed, and the
 * error has the newer draft: so both texts are in one place. The same text sent twice is one save.
 */
export async function saveDraft(
  tx: Tx,
  assignment: AssignmentRow,
  { content, revision }: { content: DraftContent; revision: number },
): Promise<Pick<SavedDraft, 'revision' | 'savedAt'>> {
  const saved = await findDraft(tx, assignment)
  if (saved && saved.revision !== revision) {
    if (isSameDraft(saved.content, content)) return saved
    throw new DomainError('conflict', NEWER_DRAFT, { newerDraft: saved })
  }
  const next = { content: JSON.stringify(content), revision: revision + 1, saved_at: now() }
  await tx
    .insertInto('review_drafts')
    .values({ assignment_id: assignment.id, ...next })
    .onConflict((conflict) => conflict.column('assignment_id').doUpdateSet(next))
    .execute()
  return { revision: next.revision, savedAt: next.saved_at }
}
