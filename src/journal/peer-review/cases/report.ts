import { journal } from '../../../contract/journal.ts'
import type { Recommendation, ReviewAnswer } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ReportRow, AssignmentRow } from '../../../platform/database/review-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { noteRecusals } from '../recusal.ts'
import { loadAssignments, type LockedAssignment, move } from './assignments.ts'
import { notifyEditors, notifyReviewer } from './notify.ts'
import { editorialFinding, type Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import { readEditorialTeam } from '../reviewers/queries.ts'

/** A report as it is sent; its texts and answers have been checked. */
export interface SentReport {
  /** By the ids of the journal's questions. */
  answers: Readonly<Record<string, ReviewAnswer>>
  toAuthors: string
  toEditor: string
  recommendation: Recommendation
}

/**
 * Sends the report of an assignment: by its reviewer, or by an editor for them, which the reviewer learns. If
 * the decision came first, the report is kept and marked as late. Files that were uploaded for it belong to it
 * from now on; its draft is removed.
 */
export async function submitReport(
  tx: Tx,
  locked: LockedAssignment,
  report: SentReport,
  enteredBy: Caller | null = null,
): Promise<ReportRow> {
  const assignmentId = locked.assignment.id
  const at = now()
  const late = locked.assignment.state === 'cancelled'
  await move(tx, locked, enteredBy ? 'editor' : 'reviewer', late ? 'submitLate' : 'submit', {
    submitted_at: at,
    closed_at: null,
    close_reason: null,
    clarify_text: null,
  })
  const row: ReportRow = {
    id: newId(),
    assignment_id: assignmentId,
    version: (await loadReports(tx, [assignmentId])).length + 1,
    form: JSON.stringify(journal().review.questions),
    answers: JSON.stringify(report.answers),
    to_authors: report.toAuthors,
    to_editor: report.toEditor,
    recommendation: report.recommendation,
    no_ai_at: at,
    entered_by: enteredBy?.userId ?? null,
    late_at: late ? at : null,
    sent_as: JSON.stringify(await rolesOfReporters(tx, locked.assignment)),
    submitted_at: at,
  }
  await tx.insertInto('review_reports').values(row).execute()
  await tx
    .updateTable('review_files')
    .set({ report_id: row.id })
    .where('assignment_id', '=', assignmentId)
    .where('report_id', 'is', null)
    .execute()
  await tx.deleteFrom('review_drafts').where('assignment_id', '=', assignmentId).execute()

  const articleId = locked.article.id
  // Who has agreed is known; an editor may enter the report of someone who has not answered.
  if (enteredBy) await noteRecusals(tx, { articleId })
  await writeAuditEntry(tx, enteredBy?.userId ?? null, 'article.report', articleId, {
    after: { assignmentId, late, version: row.version },
  })
  await notifyReviewer(tx, enteredBy ? 'reviewer-report-entered' : 'reviewer-copy', locked.assignment, {
    reportId: row.id,
  })
  const waiting = await loadAssignments(tx, locked.round.id, 'invited', 'agreed')
  const kind = late ? 'editor-late-report' : waiting.length ? 'editor-report' : 'editor-reports-complete'
  await notifyEditors(tx, kind, { articleId, assignmentId, reportId: row.id })
  return row
}

/** The reports of assignments, in the order in which they were sent; the last of each assignment is the valid one. */
export const loadReports = async (db: Db, assignmentIds: readonly string[]): Promise<ReportRow[]> =>
  assignmentIds.length
    ? db
        .selectFrom('review_reports')
        .selectAll()
        .where('assignment_id', 'in', assignmentIds)
        .orderBy('submitted_at')
        .orderBy('version')
        .execute()
    : []

/** The valid report of each assignment. */
export function validReports(reports: readonly ReportRow[]): ReportRow[] {
  return [...new Map(reports.map((report) => [report.assignment_id, report])).values()]
}

/** What someone is to the journal: an administrator, a guest editor of the case, on the page of the editorial board. */
type ReporterRole = 'editor' | 'guest' | 'board'

/** The reviewer of an assignment, and the colleagues who have confirmed that they help. */
async function loadReporters(db: Db, { id, reviewer_id, email }: AssignmentRow): Promise<Candidate[]> {
  const reviewer = await db
    .selectFrom('reviewers')
    .select(['full_name', 'affiliation', 'orcid', 'user_id'])
    .where('id', '=', reviewer_id)
    .executeTakeFirstOrThrow()
  const addresses = await db
    .selectFrom('reviewer_addresses')
    .select('email')
    .where('reviewer_id', '=', reviewer_id)
    .execute()
  const helpers = await db
    .selectFrom('co_reviewers')
    .select(['full_name', 'email', 'orcid'])
    .where('assignment_id', '=', id)
    .where('state', '=', 'confirmed')
    .execute()
  return [
    {
      fullName: reviewer.full_name,
      affiliation: reviewer.affiliation,
      orcid: reviewer.orcid,
      userId: reviewer.user_id,
      emails: [email, ...addresses.map((one) => one.email)].filter(Boolean).map((one) => one.toLowerCase()),
    },
    ...helpers.map((helper) => ({
      ...{ fullName: helper.full_name, affiliation: '', orcid: helper.orcid, userId: null },
      emails: [helper.email.toLowerCase()],
    })),
  ]
}

/**
 * What those who write this report are to the journal now. It is kept with the report, whose independence is judged by
 * it: another role later changes nothing.
 */
async function rolesOfReporters(tx: Tx, assignment: AssignmentRow): Promise<ReporterRole[]> {
  const people = await loadReporters(tx, assignment)
  const team = await readEditorialTeam(tx)
  const guests = await tx
    .selectFrom('case_editors')
    .innerJoin('users', 'users.id', 'case_editors.user_id')
    .select(['users.id as userId', 'full_name as fullName', 'email', 'orcid'])
    .where('article_id', '=', assignment.article_id)
    .where('is_guest', '=', 1)
    .execute()
  const is = (some: typeof team) => people.some((person) => editorialFinding(person, some) !== null)
  const nobody = () => false
  const roles: ReporterRole[] = []
  if (is({ ...team, isOnBoard: nobody })) roles.push('editor')
  if (is({ administrators: guests, isOnBoard: nobody })) roles.push('guest')
  if (is({ ...team, administrators: [] })) {
    roles.push('board')
    await noteBoardMember(tx, assignment)
  }
  return roles
}

/** Someone on the board may only have the same name as someone there: an editor can waive it. */
async function noteBoardMember(tx: Tx, { article_id, reviewer_id }: AssignmentRow): Promise<void> {
  const known = await tx
    .selectFrom('conflicts')
    .select('id')
    .where('article_id', '=', article_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('kind', '=', 'editorial')
    .executeTakeFirst()
  if (known) return
  await tx
    .insertInto('conflicts')
    .values({
      ...{ id: newId(), article_id, reviewer_id, user_id: null, kind: 'editorial', found: 'computed' },
      ...{ waived_by: null, waived_reason: null, waived_at: null, created_at: now() },
    })
    .execute()
}

/** True if the report was written by someone who edits; `roleNow` decides for reports from before this was kept. */
export function isByEditor(sentAs: string | null, roleNow: string | null): boolean {
  if (sentAs === null) return roleNow === 'admin'
  const roles = JSON.parse(sentAs) as ReporterRole[]
  return roles.includes('editor') || roles.includes('guest')
}
