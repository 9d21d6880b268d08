import { type reviewReports, NEWER_DRAFT, type NewReport } from '../../../contract/api/review-reports.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, ReportRow } from '../../../platform/database/review-tables.ts'
import { invalid, DomainError } from '../../../platform/errors.ts'
import { NO_FILE } from '../../publication/files/receive.ts'
import { peopleToWithhold, type WithheldPerson, withHelpers } from '../cases/people-to-withhold.ts'
import {
  findDraft,
  saveDraft,
  lockWriting,
  readWriting,
  requireReviewer,
  requireWriter,
  writingState,
} from './writing.ts'
import { attachFile, filesInWriting, removeFile } from './files.ts'
import type { ReportResources } from '../resources.ts'
import type { z } from 'zod'
import { isSameDraft, type DraftContent } from '../../../contract/rules/peer-review/report-draft.ts'
import { lockAssignment } from '../cases/assignments.ts'
import { cleanAgain } from '../reviewers/outdated-copies.ts'
import { loadReports, submitReport, type SentReport } from '../cases/report.ts'

type ReportHandlers = Handlers<{ reviewReports: typeof reviewReports }, ReportResources>['reviewReports']

/** A link may have been forwarded: what it tells of addresses is what its holder has written with. */
async function withheldFor(
  db: Db,
  { id, state }: Pick<AssignmentRow, 'id' | 'state'>,
  coReviewerId: string | null,
): Promise<WithheldPerson[]> {
  if (state === 'invited' || state === 'standby') return []
  const people = await peopleToWithhold(db, { assignmentId: id })
  if (coReviewerId === null) return people
  return people.map(({ names }) => ({ names, emails: [], orcids: [], affiliations: [] }))
}

export const reviewReportHandlers: ReportHandlers = {
  draft: async ({ database: { db }, caller }) => {
    await requireWriter(db, caller)
    const writing = await readWriting(db, caller)
    const { assignment } = writing
    return {
      assignmentId: assignment.id,
      label: assignment.label,
      state: writingState(writing, new Date()),
      maySend: caller.coReviewerId === null,
      clarify: assignment.clarify_text,
      draft: await findDraft(db, assignment),
      files: await filesInWriting(db, caller),
      withheld: await withheldFor(db, assignment, caller.coReviewerId),
    }
  },

  saveDraft: ({ database, caller }, input) =>
    database.transaction(async (tx) => {
      await requireWriter(tx, caller)
      const { assignment } = await lockWriting(tx, caller)
      return saveDraft(tx, assignment, input)
    }),

  upload: async ({ caller, upload, ...resources }) => {
    requireReviewer(caller)
    if (!upload) throw invalid('file', NO_FILE)
    return attachFile(resources, caller, upload)
  },

  removeFile: async ({ caller, ...resources }, { id }) => {
    requireReviewer(caller)
    return removeFile(resources, caller, id)
  },

  send: async ({ database, caller }, report) => {
    requireReviewer(caller)
    const sent = await database.transaction((tx) => sendReport(tx, caller.assignmentId, report))
    return { version: sent.version, sentAt: sent.submitted_at, late: sent.late_at !== null }
  },
}

/**
 * Sends a report. The same report sent twice, by a double tap or after an answer that was lost, is one. A draft
 * that another device has saved since is not lost by it: then the report is refused, with that draft.
 */
async function sendReport(
  tx: Tx,
  assignmentId: string,
  { revision, noAi, workedWith, ...typed }: z.output<typeof NewReport>,
): Promise<ReportRow> {
  const locked = await lockAssignment(tx, assignmentId)
  const { assignment } = locked
  const report = await namingHelpers(tx, assignmentId, typed, workedWith)
  if (assignment.state === 'submitted') {
    const sent = (await loadReports(tx, [assignmentId])).at(-1)
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
