import type { reviewReports } from '../../../contract/api/review-reports.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { invalid } from '../../../platform/errors.ts'
import { NO_FILE } from '../../publication/files/receive.ts'
import { peopleToWithhold, type WithheldPerson } from '../cases/people-to-withhold.ts'
import { findDraft, saveDraft } from './drafts.ts'
import { attachFile, filesInWriting, removeFile } from './files.ts'
import type { ReportResources } from './resources.ts'
import { sendReport } from './send.ts'
import { lockWriting, readWriting, requireReviewer, requireWriter, writingState } from './writing.ts'

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
