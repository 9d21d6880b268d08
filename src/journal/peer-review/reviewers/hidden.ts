import { sql, type RawBuilder } from 'kysely'
import { RECUSED_FROM_OPEN_CASE } from '../../../contract/api/reviewers.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Reviewer } from '../../../contract/api/reviewers.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { isRecusedFromOpenCase, recusedArticles, recusedIds } from '../recusal.ts'

/**
 * Reviewers are of the whole journal, cases are not: a recused administrator must not find the reviewers of that case in
 * the list of all, by who is new, by what has changed when, or by what is refused.
 */

/** The reviewers who came to the journal by a case from which the viewer is recused, and have no other. */
export const hiddenReviewers = (viewerId: string): RawBuilder<string> => sql<string>`(
  select came.id from reviewers as came
    where came.created_for is not null and came.created_for in ${recusedArticles(viewerId)}
      and not exists (select 1 from review_assignments as assignment
        where assignment.reviewer_id = came.id and assignment.article_id not in ${recusedArticles(viewerId)})
)`

/** A viewer's view of reviewers. */
export interface Viewpoint {
  hidden: RawBuilder<string>
  /** What this viewer may know of a reviewer that they may see. */
  shown: (reviewer: Reviewer) => Reviewer
}

/**
 * Dates tell: an invitation can be why someone has another address since today, or never wants to be asked again. Who
 * is recused from anything gets the day on which the reviewer was added in their place.
 */
export async function loadViewpoint(db: Db, viewerId: string): Promise<Viewpoint> {
  const isRecused = (await recusedIds(db, viewerId)).length > 0
  const isOpen = isRecused && (await isRecusedFromOpenCase(db, viewerId))
  return {
    hidden: hiddenReviewers(viewerId),
    shown: (reviewer) =>
      isRecused
        ? {
            ...reviewer,
            updatedAt: reviewer.createdAt,
            doNotAskAt: reviewer.doNotAskAt && reviewer.createdAt,
            // Nothing can be changed with it meanwhile.
            version: isOpen ? 1 : reviewer.version,
          }
        : reviewer,
  }
}

/**
 * Refuses changes of the list of reviewers, and whatever else reaches into cases without naming one, to administrators
 * who are recused from any case that is open. The answer is the same whomever it is about: it says nothing of who reviews.
 */
export async function refuseWhileRecused(db: Db, { userId }: Pick<Caller, 'userId'>): Promise<void> {
  if (await isRecusedFromOpenCase(db, userId)) throw new DomainError('forbidden', RECUSED_FROM_OPEN_CASE)
}
