import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow, ReportRow } from '../../../platform/database/review-tables.ts'
import { decisionsOf, openRound } from './case-rows.ts'
import { reportsOf, validReports } from './report.ts'

/** A valid report, with the assignment that brought it. */
export interface ReportToDecideOn extends ReportRow {
  assignment: AssignmentRow
  /** Of an earlier round: it came after that round's decision, and the authors do not have it yet. */
  isOfEarlierRound: boolean
}

/**
 * The reports that a decision made now has to take into account: those of the open round, and those that came
 * after an earlier decision and have not been given to the authors. Ordered by their labels.
 */
export async function reportsToDecideOn(db: Db, articleId: string): Promise<ReportToDecideOn[]> {
  const assignments = await db
    .selectFrom('review_assignments')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('label')
    .orderBy('created_at')
    .execute()
  const reports = validReports(
    await reportsOf(
      db,
      assignments.map(({ id }) => id),
    ),
  )
  const round = await openRound(db, articleId)
  const released = await releasedIds(db, articleId)
  const reportOf = new Map(reports.map((report) => [report.assignment_id, report]))
  return assignments.flatMap((assignment): ReportToDecideOn[] => {
    const report = reportOf.get(assignment.id)
    if (!report) return []
    const isOfEarlierRound = assignment.round_id !== round?.id
    if (isOfEarlierRound && (report.late_at === null || released.has(report.id))) return []
    return [{ ...report, assignment, isOfEarlierRound }]
  })
}

async function releasedIds(db: Db, articleId: string): Promise<Set<string>> {
  const standing = standingDecisions(await decisionsOf(db, articleId)).map(({ id }) => id)
  if (!standing.length) return new Set()
  const rows = await db.selectFrom('report_releases').select('report_id').where('decision_id', 'in', standing).execute()
  return new Set(rows.map(({ report_id }) => report_id))
}
