import {
  COLLEAGUE_NOT_CONFIRMED,
  REPORT_NOT_EXPECTED,
  REVIEWER_SENDS,
  type WritingState,
  NEWER_DRAFT,
} from '../../../contract/api/review-reports.ts'
import { moveAssignment } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { isReleased } from '../../../contract/rules/peer-review/undo.ts'
import type { ReviewerCaller } from '../../../platform/call.ts'
import { positionOf } from '../cases/assignments.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { AssignmentRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import type { SavedDraft } from '../../../contract/api/report-draft.ts'
import { EMPTY_DRAFT, isSameDraft, type DraftContent } from '../../../contract/rules/peer-review/report-draft.ts'
import { now } from '../../../platform/ids.ts'
import { loadReports } from '../cases/report.ts'

/** An assignment with its round. */
export interface Writing {
  assignment: AssignmentRow
  round: RoundRow
}

export async function readWriting(db: Db, { assignmentId }: ReviewerCaller): Promise<Writing> {
  const assignment = await db
    .selectFrom('review_assignments')
    .selectAll()
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  if (!assignment) throw notFound('Review')
  return { assignment, round: await loadRound(db, assignment) }
}

const loadRound = (db: Db, { round_id }: AssignmentRow): Promise<RoundRow> =>
  db.selectFrom('review_rounds').selectAll().where('id', '=', round_id).executeTakeFirstOrThrow()

/**
 * The assignment for a change of its draft or files; throws unless they can be changed. Only its own row is
 * locked: drafts are saved every few seconds, and a report that is sent meanwhile changes that row too.
 */
export async function lockWriting(tx: Tx, caller: ReviewerCaller): Promise<Writing> {
  const assignment = await lockForUpdate(tx, 'review_assignments', caller.assignmentId)
  if (!assignment) throw notFound('Review')
  const writing = { assignment, round: await loadRound(tx, assignment) }
  const position = positionOf(writing.assignment, writing.round)
  const late = assignment.state === 'cancelled'
  const next = moveAssignment(position, late ? 'submitLate' : 'submit', 'reviewer')
  if ('kind' in next) refuse(assignment.state === 'agreed' ? { ...next, message: REPORT_NOT_EXPECTED } : next)
  return writing
}

/** Where the report is for those who write it. A decision that can still be undone does not count yet. */
export function writingState({ assignment, round }: Writing, now: Date): WritingState {
  if (assignment.state === 'submitted') return 'sent'
  const position = positionOf(assignment, round)
  const may = (move: 'submit' | 'submitLate') => !('kind' in moveAssignment(position, move, 'reviewer'))
  if (may('submit')) return 'open'
  if (!may('submitLate')) return 'closed'
  return isReleased({ decided_at: assignment.closed_at! }, now) ? 'late' : 'open'
}

/** A colleague takes part once they have confirmed it. */
export async function requireWriter(db: Db, { coReviewerId, assignmentId }: ReviewerCaller): Promise<void> {
  if (coReviewerId === null) return
  const confirmed = await db
    .selectFrom('co_reviewers')
    .select('id')
    .where('id', '=', coReviewerId)
    .where('assignment_id', '=', assignmentId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  if (!confirmed) throw new DomainError('forbidden', COLLEAGUE_NOT_CONFIRMED)
}

export function requireReviewer({ coReviewerId }: ReviewerCaller): void {
  if (coReviewerId !== null) throw new DomainError('forbidden', REVIEWER_SENDS)
}

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
  const sent = state === 'agreed' ? (await loadReports(db, [id])).at(-1) : undefined
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
