import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'

/**
 * The rules by which copies are made now. Raise it with them: copies that no authors have been given are made again, and
 * need another look.
 */
export const CLEANING_RULES = 1

/**
 * Copies that were made by earlier rules may hold what these did not know: they belong to nothing any more, and are
 * swept. What authors have been given stays theirs.
 */
export async function forgetOutdatedCopies(tx: Tx): Promise<void> {
  const undone = tx.selectFrom('decisions').select('reverses_id').where('reverses_id', 'is not', null)
  const isOutdated = ({ and, or, not, eb, exists, ref, selectFrom }: ExpressionBuilder<Tables, 'review_files'>) =>
    and([
      eb('cleaned_file_id', 'is not', null),
      or([eb('rules', 'is', null), eb('rules', '<', CLEANING_RULES)]),
      eb('replaced_at', 'is', null),
      // Of a reviewer who was erased nothing but the copy is left.
      eb('file_id', '<>', ref('cleaned_file_id')),
      not(
        exists(
          selectFrom('released_files')
            .select('decision_id')
            .whereRef('released_files.file_id', '=', 'review_files.cleaned_file_id')
            .where('decision_id', 'not in', undone.$castTo<{ reverses_id: string }>()),
        ),
      ),
    ])
  // Read first: there is hardly ever one, and a write would wait for others.
  const first = await tx.selectFrom('review_files').select('id').where(isOutdated).executeTakeFirst()
  if (!first) return
  const outdated = await tx
    .updateTable('review_files')
    .set({ cleaned_file_id: null, held_back: null })
    .where(isOutdated)
    .returning('id')
    .execute()
  for (const { id } of outdated) await enqueueJob(tx, 'cleaning', id)
}

/**
 * Has the files of an assignment, or of all of a reviewer, cleaned once more: another person has come whom authors must
 * not find in them, or is known by another name. Copies that authors have been given stay.
 */
export async function cleanAgain(tx: Tx, of: { assignmentId: string } | { reviewerId: string }): Promise<void> {
  const assignments = tx.selectFrom('review_assignments').select('review_assignments.id')
  const which =
    'assignmentId' in of
      ? assignments.where('review_assignments.id', '=', of.assignmentId)
      : assignments.where('reviewer_id', '=', of.reviewerId)
  // One that is being cleaned begins again.
  const waiting = await tx
    .selectFrom('review_files')
    .select('id')
    .where('assignment_id', 'in', which)
    .where('cleaned_file_id', 'is', null)
    .where('held_back', 'is', null)
    .execute()
  for (const { id } of waiting) await enqueueJob(tx, 'cleaning', id)
  await tx
    .updateTable('review_files')
    .set({ rules: null })
    .where('assignment_id', 'in', which)
    .where('cleaned_file_id', 'is not', null)
    .execute()
  await forgetOutdatedCopies(tx)
}
