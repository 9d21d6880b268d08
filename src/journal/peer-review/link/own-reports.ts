import type { OwnReport } from '../../../contract/api/open-review.ts'
import { reportsOf, validReports } from '../cases/report.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow, ReportRow } from '../../../platform/database/review-tables.ts'

interface Reviewed {
  /** The report of this assignment that counts. */
  current: OwnReport | null
  /** Those of the same reviewer in earlier rounds of the case, the first one first. */
  earlier: OwnReport[]
  /** The versions of the manuscript that these were about. */
  earlierVersions: string[]
}

/** What a reviewer has reported on a manuscript, in all rounds. */
export async function ownReports(db: Db, assignment: AssignmentRow): Promise<Reviewed> {
  const assignments = await db
    .selectFrom('review_assignments')
    .innerJoin('review_rounds', 'review_rounds.id', 'review_assignments.round_id')
    .select(['review_assignments.id', 'review_rounds.number', 'review_rounds.version_id'])
    .where('review_assignments.article_id', '=', assignment.article_id)
    .where('review_assignments.reviewer_id', '=', assignment.reviewer_id)
    .orderBy('review_rounds.number')
    .execute()
  const valid = validReports(
    await reportsOf(
      db,
      assignments.map(({ id }) => id),
    ),
  )
  const ofAssignment = new Map(valid.map((report) => [report.assignment_id, report]))
  const now = assignments.find(({ id }) => id === assignment.id)!
  const before = assignments.filter(({ id, number }) => number < now.number && ofAssignment.has(id))
  const current = ofAssignment.get(assignment.id)
  return {
    current: current ? presentReport(current, now.number) : null,
    earlier: before.map(({ id, number }) => presentReport(ofAssignment.get(id)!, number)),
    earlierVersions: before.map(({ version_id }) => version_id),
  }
}

const presentReport = (report: ReportRow, round: number): OwnReport => ({
  round,
  questions: JSON.parse(report.form) as OwnReport['questions'],
  answers: JSON.parse(report.answers) as OwnReport['answers'],
  toAuthors: report.to_authors,
  toEditor: report.to_editor,
  recommendation: report.recommendation,
  submittedAt: report.submitted_at,
  isLate: report.late_at !== null,
})
