import { undoableDecision } from '../../../contract/rules/peer-review/undo.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { CaseRow } from '../../../platform/database/review-tables.ts'
import { DomainError, refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { loadAssignments } from './assignments.ts'
import { changeCase, loadDecisions, openRound } from './case-rows.ts'
import { closeRound, markClosed } from './decide.ts'
import { notifyAuthor, notifyEditors, notifyReviewer } from './notify.ts'

/** True once anybody has been invited to review: from then on an author withdraws a manuscript and no longer deletes it. */
export async function hasInvited(db: Db, articleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_assignments')
    .select('id')
    .where('article_id', '=', articleId)
    .where('invited_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const DECISION_WAITS = 'The editor is working on this manuscript right now. Please try again in ten minutes.'

/**
 * Refuses what authors do while the letter of a decision waits: their act would cross a letter that they do not
 * know of yet. The refusal does not tell what was decided.
 */
export async function refuseWhileDecisionWaits(tx: Tx, articleId: string): Promise<void> {
  if (undoableDecision(await loadDecisions(tx, articleId), new Date()))
    throw new DomainError('conflict', DECISION_WAITS)
}

/** Withdraws a manuscript whose case is locked; its reviewers hear of it, and the other side with the reason. */
export async function withdrawManuscript(
  tx: Tx,
  caller: Pick<Caller, 'userId'>,
  side: 'author' | 'editor',
  theCase: CaseRow,
  reason: string | null,
): Promise<void> {
  const articleId = theCase.article_id
  if (side === 'author') await refuseWhileDecisionWaits(tx, articleId)
  const next = moveCase(theCase.stage, 'withdraw', side)
  if ('kind' in next) return refuse(next)
  const at = now()
  await endReview(tx, articleId, at)
  await changeCase(tx, articleId, {
    stage: next.stage,
    closed_at: at,
    withdrawn_by: caller.userId,
    withdraw_reason: reason,
  })
  await markClosed(tx, articleId, at)
  await writeAuditEntry(tx, caller.userId, 'article.withdraw', articleId, { after: { reason } })
  if (side === 'author') await notifyEditors(tx, 'editor-withdrawn', { articleId })
  await notifyAuthor(tx, 'author-withdrawn', { articleId })
}

/** Ends the case of an article that is being deleted, which takes its title and its files with it. */
export async function closeCaseOfDeleted(tx: Tx, theCase: CaseRow): Promise<void> {
  if (theCase.closed_at !== null) return
  const at = now()
  await endReview(tx, theCase.article_id, at)
  await changeCase(tx, theCase.article_id, { stage: 'withdrawn', closed_at: at })
}

/** Ends the open round, if there is one: reviewers at work and those who have reported hear of it. */
async function endReview(tx: Tx, articleId: string, at: string): Promise<void> {
  const round = await openRound(tx, articleId)
  if (!round) return
  const assignments = await loadAssignments(tx, round.id)
  await closeRound(tx, round, assignments, { at })
  for (const assignment of assignments) {
    if (assignment.state === 'submitted') await notifyReviewer(tx, 'reviewer-withdrawn', assignment)
  }
}
