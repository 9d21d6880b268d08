import type { z } from 'zod'
import { NEWER_DRAFT, type NewReport } from '../../../contract/api/review-reports.ts'
import { isSameDraft, type DraftContent } from '../../../contract/rules/peer-review/report-draft.ts'
import { lockAssignment } from '../cases/assignments.ts'
import { cleanAgain } from '../reviewers/outdated-copies.ts'
import { withHelpers } from '../cases/people-to-withhold.ts'
import { reportsOf, submitReport, type SentReport } from '../cases/report.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ReportRow } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { findDraft } from './drafts.ts'

/**
 * Sends a report. The same report sent twice, by a double tap or after an answer that was lost, is one. A draft
 * that another device has saved since is not lost by it: then the report is refused, with that draft.
 */
export async function sendReport(
  tx: Tx,
  assignmentId: string,
  { revision, noAi, workedWith, ...typed }: z.output<typeof NewReport>,
): Promise<ReportRow> {
  const locked = await lockAssignment(tx, assignmentId)
  const { assignment } = locked
  const report = await namingHelpers(tx, assignmentId, typed, workedWith)
  if (assignment.state === 'submitted') {
    const sent = (await reportsOf(tx, [assignmentId])).at(-1)
    if (sent && isSameReport(sent, report)) return sent
  }
  const draft = await findDraft(tx, assignment)
  if (draft && revision !== undefined && draft.revision > revision) {
    const content: DraftContent = { ...typed, noAi, workedWith }
    if (!isSameDraft(draft.content, content)) throw new DomainError('conflict', NEWER_DRAFT, { newerDraft: draft })
  }
  const sent = await submitReport(tx, locked, report)
  if (report.toEditor !== typed.toEditor) await cleanAgain(tx, { assignmentId })
  return sent
}

const isSameReport = (row: ReportRow, report: SentReport): boolean => {
  const asDraft = (sent: SentReport): DraftContent => ({ ...sent, noAi: true, workedWith: '' })
  const before: SentReport = {
    answers: JSON.parse(row.answers) as SentReport['answers'],
    toAuthors: row.to_authors,
    toEditor: row.to_editor,
    recommendation: row.recommendation,
  }
  return isSameDraft(asDraft(before), asDraft(report))
}

/** Who has helped is part of what the editor reads, unless a colleague is named in the review itself. */
async function namingHelpers(
  tx: Tx,
  assignmentId: string,
  report: SentReport,
  workedWith: string,
): Promise<SentReport> {
  const helpers = workedWith.trim()
  if (!helpers) return report
  const named = await tx
    .selectFrom('co_reviewers')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .where('state', '!=', 'refused')
    .executeTakeFirst()
  if (named) return report
  return { ...report, toEditor: withHelpers(report.toEditor, helpers) }
}
