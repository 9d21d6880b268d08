import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import type { PrintedReview } from '../../../contract/rules/peer-review/statement.ts'
import { standingDecisions, undoableDecision } from '../../../contract/rules/peer-review/undo.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { CaseRow } from '../../../platform/database/review-tables.ts'
import { DomainError, refuse } from '../../../platform/errors.ts'
import { requireCleared } from '../../fees/clearance.ts'
import { requireAuthors } from '../authorship/require-authors.ts'
import { changeCase, loadDecisions, loadVersions } from './case-rows.ts'
import { notifyReviewer } from './notify.ts'

/** The day on which a manuscript was accepted; null if no decision has accepted it. */
export async function acceptedOn(db: Db, articleId: string): Promise<string | null> {
  const decision = standingDecisions(await loadDecisions(db, articleId)).findLast(({ kind }) => kind === 'accept')
  return decision ? dayOf(decision.decided_at) : null
}

/** What is printed with an article about its peer review, and when its last revision came. */
export async function printedReview(
  db: Db,
  theCase: CaseRow,
): Promise<{ revisedOn: string | null; review: PrintedReview }> {
  const articleId = theCase.article_id
  const accepted = standingDecisions(await loadDecisions(db, articleId)).findLast(({ kind }) => kind === 'accept')
  const last = (await loadVersions(db, articleId)).findLast(({ number }) => number > 1)
  const guest = await db
    .selectFrom('case_editors')
    .innerJoin('users', 'users.id', 'case_editors.user_id')
    .select('users.full_name')
    .where('case_editors.article_id', '=', articleId)
    .where('case_editors.user_id', '=', accepted?.decided_by ?? '')
    .where('case_editors.is_guest', '=', 1)
    .executeTakeFirst()
  return {
    revisedOn: last ? dayOf(last.submitted_at) : null,
    review: {
      isReviewed: accepted !== undefined,
      exceptionReason: accepted?.exception_reason ?? null,
      guestEditor: guest?.full_name ?? null,
    },
  }
}

export const LETTER_WAITS =
  'The letter of acceptance has not been sent yet. The article can be published once it has, within ten minutes.'

/** An acceptance that can still be undone publishes nothing. */
async function requireLetterSent(db: Db, { article_id }: CaseRow): Promise<void> {
  if (undoableDecision(await loadDecisions(db, article_id), new Date())) throw new DomainError('conflict', LETTER_WAITS)
}

/** Ends the case of an article that is being published; its reviewers get a certificate. */
export async function publishCase(tx: Tx, theCase: CaseRow, at: string): Promise<void> {
  const next = moveCase(theCase.stage, 'publish', 'editor')
  if ('kind' in next) return refuse(next)
  await requireLetterSent(tx, theCase)
  const { article_id } = theCase
  await requireAuthors(tx, article_id, 'publish')
  await requireCleared(tx, theCase)
  await changeCase(tx, article_id, { stage: next.stage, closed_at: at, screened_at: theCase.screened_at ?? at })
  const reviewers = await tx
    .selectFrom('review_assignments')
    .selectAll()
    .where('article_id', '=', article_id)
    .where('state', '=', 'submitted')
    .orderBy('submitted_at')
    .execute()
  // Once each, though they may have reported in several rounds.
  for (const assignment of new Map(reviewers.map((row) => [row.reviewer_id, row])).values()) {
    await notifyReviewer(tx, 'reviewer-published', assignment)
  }
}
