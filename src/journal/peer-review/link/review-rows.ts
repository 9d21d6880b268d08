import { REVIEW_LINK_NEEDED, type ReviewerActor } from '../../../contract/rules/peer-review/review-link.ts'
import { findCase } from '../cases/case-rows.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow, CaseRow, CoReviewerRow, RoundRow } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'

export const MANUSCRIPT_GONE = 'This manuscript is no longer with the journal. Thank you for your help.'

/** The rows that a link stands for. */
export interface ReviewRows {
  assignment: AssignmentRow
  round: RoundRow
  theCase: CaseRow
  article: { id: string; title: string; abstract: string; abstract_cleaner: number; category: string }
  reviewer: { full_name: string }
  coReviewers: CoReviewerRow[]
  /** The colleague whose link it is; null: the reviewer's. */
  coReviewer: CoReviewerRow | null
}

/** Reads them; throws if the manuscript has been deleted, or if the colleague is not one of this review. */
export async function reviewOf(db: Db, { assignmentId, coReviewerId }: ReviewerActor): Promise<ReviewRows> {
  const assignment = await db
    .selectFrom('review_assignments')
    .selectAll()
    .where('id', '=', assignmentId)
    .where('state', '<>', 'standby')
    .executeTakeFirst()
  if (!assignment) throw new DomainError('unauthenticated', REVIEW_LINK_NEEDED)
  const round = await db
    .selectFrom('review_rounds')
    .selectAll()
    .where('id', '=', assignment.round_id)
    .executeTakeFirstOrThrow()
  const theCase = await findCase(db, assignment.article_id)
  const article = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .select(['articles.id', 'articles.title', 'abstract', 'abstract_cleaner', 'categories.name as category'])
    .where('articles.id', '=', assignment.article_id)
    .executeTakeFirst()
  if (!theCase || !article) throw new DomainError('not_found', MANUSCRIPT_GONE)
  const reviewer = await db
    .selectFrom('reviewers')
    .select('full_name')
    .where('id', '=', assignment.reviewer_id)
    .executeTakeFirstOrThrow()
  const coReviewers = await db
    .selectFrom('co_reviewers')
    .selectAll()
    .where('assignment_id', '=', assignmentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const coReviewer = coReviewers.find(({ id }) => id === coReviewerId) ?? null
  if (coReviewerId !== null && !coReviewer) throw new DomainError('unauthenticated', REVIEW_LINK_NEEDED)
  return { assignment, round, theCase, article, reviewer, coReviewers, coReviewer }
}
