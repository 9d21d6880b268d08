import { REPORT_FILES_MAX, TOO_MANY_FILES, type ReportFile } from '../../../contract/api/review-reports.ts'
import { reportFileState } from '../../../contract/rules/peer-review/report-files.ts'
import type { ReviewerCaller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { deleteFiles } from '../../publication/files/image-variants.ts'
import { receiveFile } from '../../publication/files/receive.ts'
import type { Sender } from '../../publication/files/reservations.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob, jobStates } from '../../../platform/jobs/queue.ts'
import type { IncomingUpload } from '../../../platform/incoming-upload.ts'
import type { ReportResources } from '../resources.ts'
import { lockWriting } from './writing.ts'
import { anonymousFileName } from '../../documents/documents.ts'

/** The files of a report that has not been sent. */
export async function filesInWriting(db: Db, caller: ReviewerCaller): Promise<ReportFile[]> {
  const rows = await db
    .selectFrom('review_files as attached')
    .innerJoin('files', 'files.id', 'attached.file_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'attached.assignment_id')
    .selectAll('attached')
    .select(['files.name', 'files.bytes', 'files.media_type', 'assignment.label'])
    .where('attached.assignment_id', '=', caller.assignmentId)
    .where('attached.report_id', 'is', null)
    .orderBy('attached.created_at')
    .orderBy('attached.id')
    .execute()
  const jobs = await jobStates(
    db,
    'cleaning',
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, bytes, ...row }, at) => ({
    id,
    name,
    bytes,
    state: reportFileState(row, jobs.get(id) ?? null, new Date()),
    nameForAuthors: anonymousFileName(row.label, row.media_type, at),
  }))
}

/** Receives a file for a report. Its copy without names is made afterwards in the background. */
export async function attachFile(
  resources: ReportResources,
  caller: ReviewerCaller,
  incoming: IncomingUpload,
): Promise<ReportFile> {
  const { db } = resources.database
  const { id } = await receiveFile(resources, reviewSender(resources, caller), incoming)
  const attached = (await filesInWriting(db, caller)).find((file) => file.id === id)
  if (!attached) throw notFound('File')
  return attached
}

/**
 * A reviewer as the sender of a file. The row of the file and the row that attaches it have the same id and are
 * written together, with the count of files under the assignment's lock: there is never a file that belongs to
 * nobody, and never one too many.
 */
const reviewSender = ({ database }: ReportResources, caller: ReviewerCaller): Sender => ({
  ownerId: null,
  isEditor: false,
  counted: { userId: `review:${caller.assignmentId}`, role: 'author' },
  reserve: async () => {
    await database.transaction((tx) => roomForOne(tx, caller))
    return {
      take: async (tx, fileId) => {
        await roomForOne(tx, caller)
        await tx
          .insertInto('review_files')
          .values({
            id: fileId,
            assignment_id: caller.assignmentId,
            report_id: null,
            file_id: fileId,
            cleaned_file_id: null,
            held_back: null,
            created_at: now(),
          })
          .execute()
        await enqueueJob(tx, 'cleaning', fileId)
      },
      giveBack: async () => {},
    }
  },
})

async function roomForOne(tx: Tx, caller: ReviewerCaller): Promise<void> {
  await lockWriting(tx, caller)
  if ((await filesInWriting(tx, caller)).length >= REPORT_FILES_MAX) throw new DomainError('conflict', TOO_MANY_FILES)
}

/** Removes a file, and the copy that was made of it. Removing it twice is no error. */
export async function removeFile(
  { database, store }: ReportResources,
  caller: ReviewerCaller,
  id: string,
): Promise<ReportFile[]> {
  const gone = await database.transaction(async (tx) => {
    await lockWriting(tx, caller)
    const row = await tx
      .deleteFrom('review_files')
      .where('id', '=', id)
      .where('assignment_id', '=', caller.assignmentId)
      .where('report_id', 'is', null)
      .returning(['file_id', 'cleaned_file_id'])
      .executeTakeFirst()
    return row ? deleteFiles(tx, [row.file_id, ...(row.cleaned_file_id ? [row.cleaned_file_id] : [])]) : []
  })
  for (const bytes of gone) await store.remove(bytes)
  return filesInWriting(database.db, caller)
}
