import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReportRow } from '../../../platform/database/review-tables.ts'
import type { LoadedAssignment, LoadedCase } from './load-cases.ts'
import { reportsOf, validReports } from './report.ts'

/** A valid report, with the assignment that brought it. */
export interface ReportToDecideOn extends ReportRow {
  assignment: LoadedAssignment
  /** Of an earlier round: it came after that round's decision, and the authors do not have it yet. */
  isOfEarlierRound: boolean
}

/**
 * The reports that a decision made now has to take into account: those of the open round, and those that came
 * after an earlier decision and have not been given to the authors. Ordered by their labels.
 */
export async function reportsToDecideOn(
  db: Db,
  { assignments: all, rounds, decisions }: LoadedCase,
): Promise<ReportToDecideOn[]> {
  const assignments = all.toSorted(
    (one, other) => compare(one.label, other.label) || compare(one.created_at, other.created_at),
  )
  const reports = validReports(
    await reportsOf(
      db,
      assignments.map(({ id }) => id),
    ),
  )
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const released = await releasedIds(db, decisions)
  const reportOf = new Map(reports.map((report) => [report.assignment_id, report]))
  return assignments.flatMap((assignment): ReportToDecideOn[] => {
    const report = reportOf.get(assignment.id)
    if (!report) return []
    const isOfEarlierRound = assignment.round_id !== round?.id
    if (isOfEarlierRound && (report.late_at === null || released.has(report.id))) return []
    return [{ ...report, assignment, isOfEarlierRound }]
  })
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function releasedIds(db: Db, decisions: LoadedCase['decisions']): Promise<Set<string>> {
  const standing = standingDecisions(decisions).map(({ id }) => id)
  if (!standing.length) return new Set()
  const rows = await db.selectFrom('report_releases').select('report_id').where('decision_id', 'in', standing).execute()
  return new Set(rows.map(({ report_id }) => report_id))
}
