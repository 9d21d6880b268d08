import { CHANGE_REASON_REQUIRED } from '../../../contract/api/decisions.ts'
import {
  answersInOneLine,
  type AskedQuestion,
  type ReleasedReport as ReportInLetter,
} from '../../../contract/rules/peer-review/decision-letter.ts'
import type { ReviewAnswer } from '../../../contract/rules/peer-review/stages.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { DecisionRow, ReportRow } from '../../../platform/database/review-tables.ts'
import { invalid } from '../../../platform/errors.ts'
import { copiesForAuthors, giveCopies } from './report-files.ts'
import { loadReports, validReports } from './report.ts'

/** A report as the authors will read it. */
export interface ReleasedReport {
  reportId: string
  text: string
  /** Required if the text is not the reviewer's own. */
  changeReason: string | null
  /** The ids of its files that go with it, if they may; without: all that may. */
  files?: readonly string[]
}

export const REPORT_GONE = 'A report is no longer there, or has been replaced. Please reload the page.'

/**
 * Gives reports to the authors with a decision. The reports themselves are never changed. `field` is the form's field
 * that an error is about.
 */
export async function releaseReports(
  tx: Tx,
  decision: Pick<DecisionRow, 'id' | 'article_id'>,
  releases: readonly ReleasedReport[],
  field: 'releases' | 'changeReason' = 'releases',
): Promise<void> {
  if (!releases.length) return
  const assignments = await tx
    .selectFrom('review_assignments')
    .select('id')
    .where('article_id', '=', decision.article_id)
    .execute()
  const valid = validReports(
    await loadReports(
      tx,
      assignments.map(({ id }) => id),
    ),
  )
  const reportOf = new Map(valid.map((report) => [report.id, report]))
  for (const { reportId, text, changeReason, files } of releases) {
    const report = reportOf.get(reportId)
    if (!report) throw invalid('releases', REPORT_GONE)
    const isChanged = withoutEdges(report.to_authors) !== withoutEdges(text)
    if (isChanged && !changeReason?.trim()) throw invalid(field, CHANGE_REASON_REQUIRED)
    const copies = await copiesForAuthors(tx, reportId, files)
    await tx
      .insertInto('report_releases')
      .values({
        decision_id: decision.id,
        report_id: reportId,
        text: isChanged ? text : report.to_authors,
        change_reason: isChanged ? changeReason!.trim() : null,
        cleaned_file_id: copies[0] ?? null,
      })
      .execute()
    await giveCopies(tx, { decision_id: decision.id, report_id: reportId }, copies)
  }
}

/** Browsers send the line breaks of a text in a form of their own. */
const withoutEdges = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** True if exactly these reports go with a decision, in these words and with these files. */
export async function isReleasedWith(
  db: Db,
  decisionId: string,
  releases: readonly ReleasedReport[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('report_releases')
    .select(['report_id', 'text'])
    .where('decision_id', '=', decisionId)
    .execute()
  const textOf = new Map(rows.map((row) => [row.report_id, withoutEdges(row.text)]))
  if (
    rows.length !== releases.length ||
    releases.some(({ reportId, text }) => textOf.get(reportId) !== withoutEdges(text))
  )
    return false
  const released = await db
    .selectFrom('released_files')
    .select('file_id')
    .where('decision_id', '=', decisionId)
    .orderBy('file_id')
    .execute()
  const copies = await Promise.all(releases.map(({ reportId, files }) => copiesForAuthors(db, reportId, files)))
  return copies.flat().sort().join() === released.map(({ file_id }) => file_id).join()
}

/** The reports that go with a decision, as its letter holds them. Nothing else of a review is read. */
export async function reportsInLetter(db: Db, decisionId: string): Promise<ReportInLetter[]> {
  const rows = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select(['assignment.label', 'release.text', 'report.form', 'report.answers'])
    .select(({ selectFrom }) =>
      selectFrom('released_files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('released_files.decision_id', '=', 'release.decision_id')
        .whereRef('released_files.report_id', '=', 'release.report_id')
        .as('files'),
    )
    .where('release.decision_id', '=', decisionId)
    .orderBy('assignment.label')
    .orderBy('report.submitted_at')
    .execute()
  return rows.map((row) => ({
    label: row.label,
    text: row.text,
    answers: answersOf(row),
    files: Number(row.files),
  }))
}

/** The answers of a report in one line, with its questions as they were asked. */
export const answersOf = ({ form, answers }: Pick<ReportRow, 'form' | 'answers'>): string =>
  answersInOneLine(JSON.parse(form) as AskedQuestion[], JSON.parse(answers) as Partial<Record<string, ReviewAnswer>>)
