import type { reviewReports } from '../../../contract/api/review-reports.ts'
import type { Handlers } from '../../call.ts'
import { invalid } from '../../domain-error.ts'
import { NO_FILE } from '../../files/receive.ts'
import { peopleToWithhold } from '../../cases/people-to-withhold.ts'
import { findDraft, saveDraft } from './drafts.ts'
import { attachFile, filesInWriting, removeFile } from './files.ts'
import type { ReportResources } from './resources.ts'
import { sendReport } from './send.ts'
import { lockWriting, readWriting, requireReviewer, requireWriter, writingState } from './writing.ts'

type ReportHandlers = Handlers<{ reviewReports: typeof reviewReports }, ReportResources>['reviewReports']

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
      withheld: await peopleToWithhold(db, { assignmentId: assignment.id }),
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
