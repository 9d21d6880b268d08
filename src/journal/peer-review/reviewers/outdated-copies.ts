import type { ExpressionBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/**
 * The rules by which copies are made now. Raise it with them: copies that no authors have been given are made again, and
 * need another look.
 */
export const CLEANING_RULES = 1

/**
 * Copies that were made by earlier rules may hold what these did not know: they belong to nothing any more, and are
 * swept. What authors have been given stays theirs.
 */
export async function forgetOutdatedCopies(db: Db): Promise<void> {
  const undone = db.selectFrom('decisions').select('reverses_id').where('reverses_id', 'is not', null)
  const isOutdated = ({ and, or, not, eb, exists, ref, selectFrom }: ExpressionBuilder<Tables, 'review_files'>) =>
    and([
      eb('cleaned_file_id', 'is not', null),
      or([eb('rules', 'is', null), eb('rules', '<', CLEANING_RULES)]),
      eb('replaced_at', 'is', null),
      // Of a reviewer who was erased nothing but the copy is left.
      eb('file_id', '<>', ref('cleaned_file_id')),
      not(
        exists(
          selectFrom('report_releases')
            .select('decision_id')
            .whereRef('report_releases.cleaned_file_id', '=', 'review_files.cleaned_file_id')
            .where('decision_id', 'not in', undone.$castTo<{ reverses_id: string }>()),
        ),
      ),
    ])
  // Read first: there is hardly ever one, and a write would wait for others.
  const first = await db.selectFrom('review_files').select('id').where(isOutdated).executeTakeFirst()
  if (!first) return
  await db
    .updateTable('review_files')
    .set({ cleaned_file_id: null, held_back: null, attempts: 0, next_try_at: null })
    .where(isOutdated)
    .execute()
}

/**
 * Has the files of an assignment, or of all of a reviewer, cleaned once more: another person has come whom authors must
 * not find in them, or is known by another name. Copies that authors have been given stay.
 */
export async function cleanAgain(tx: Tx, of: { assignmentId: string } | { reviewerId: string }): Promise<void> {
  const which = tx.updateTable('review_files').set({ rules: null }).where('cleaned_file_id', 'is not', null)
  if ('assignmentId' in of) await which.where('assignment_id', '=', of.assignmentId).execute()
  else
    await which
      .where('assignment_id', 'in', (assignments) =>
        assignments
          .selectFrom('review_assignments')
          .select('review_assignments.id')
          .where('reviewer_id', '=', of.reviewerId),
      )
      .execute()
  await forgetOutdatedCopies(tx)
}
