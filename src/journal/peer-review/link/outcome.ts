import type { OpenReview } from '../../../contract/api/open-review.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { decisionsOf } from '../cases/case-rows.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'

/** What became of a round, for those who have reported in it: only once the letter has been sent to the authors. */
export async function outcomeFor(db: Db, assignment: AssignmentRow): Promise<OpenReview['outcome']> {
  if (assignment.state !== 'submitted') return null
  const decisions = standingDecisions(await decisionsOf(db, assignment.article_id))
  const decision = decisions.findLast(({ round_id }) => round_id === assignment.round_id)
  if (!decision || !isReleased(decision, new Date())) return null
  const released = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as other', 'other.id', 'report.assignment_id')
    .select(['release.text', 'other.label', 'other.reviewer_id'])
    .where('release.decision_id', '=', decision.id)
    .orderBy('other.label')
    .execute()
  return {
    decision: decision.kind,
    decidedOn: dayOf(decision.decided_at),
    letter: decision.letter,
    reports: released.map(({ label, text, reviewer_id }) => ({
      ...{ label, text },
      isOwn: reviewer_id === assignment.reviewer_id,
    })),
  }
}
