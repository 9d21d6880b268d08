import { buffer } from 'node:stream/consumers'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { CLEANING_PAUSES_MS } from '../../../contract/rules/peer-review/report-files.ts'
import { CLEANING_RULES } from '../reviewers/outdated-copies.ts'
import { peopleToWithhold, soughtIn } from '../cases/people-to-withhold.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { hasRoom } from '../../publication/files/room.ts'
import { newId, now } from '../../../platform/ids.ts'
import { finishJob, type Job } from '../../../platform/jobs/queue.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import type { ReportResources } from '../resources.ts'
import { anonymousFileName } from '../../documents/documents.ts'

/** Makes the copies without names that authors may have. */
export const cleaningJobs = (resources: ReportResources): JobHandler => ({
  kind: 'cleaning',
  pausesMs: CLEANING_PAUSES_MS,
  leaseMs: MINUTE_MS,
  mayBegin: () => hasRoom(resources),
  run: (job) => cleanFile(resources, job),
})

/** Makes the copies that are due, one after the other; returns of how many. */
export const cleanDueFiles = (resources: ReportResources, stopped = () => false): Promise<number> =>
  runDueJobs(resources, cleaningJobs(resources), { stopped })

const fileToClean = (db: Db, attachedId: string) =>
  db
    .selectFrom('review_files as attached')
    .innerJoin('files', 'files.id', 'attached.file_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'attached.assignment_id')
    .selectAll('files')
    .select(['attached.id as attached_id', 'attached.assignment_id', 'assignment.label'])
    .select(({ selectFrom }) =>
      selectFrom('review_files as earlier')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('earlier.assignment_id', '=', 'attached.assignment_id')
        .whereRef('earlier.created_at', '<', 'attached.created_at')
        .where('earlier.replaced_at', 'is', null)
        .as('earlier'),
    )
    .where('attached.id', '=', attachedId)
    .where('attached.cleaned_file_id', 'is', null)
    .where('attached.held_back', 'is', null)
    .executeTakeFirst()

/** Two processes may clean the same file; only one copy is stored. */
async function cleanFile(resources: ReportResources, job: Job): Promise<boolean> {
  const { database, documents, store } = resources
  const due = await fileToClean(database.db, job.subject)
  if (!due) return false
  const content = await buffer((await openIntact(resources, due)).read())
  const people = await peopleToWithhold(database.db, { assignmentId: due.assignment_id })
  const redacted = await documents.redact({ mediaType: due.media_type, content }, ...soughtIn(people))
  const heldBack = 'withheld' in redacted ? redacted.withheld : null
  const copy = 'withheld' in redacted ? redacted.mayRelease : redacted.redacted
  const id = newId()
  const kept = copy && (await store.keep(id, copy))
  const isStored = await database.transaction(async (tx) => {
    // Another process has taken it over, or it begins again: people have come who were not looked for.
    if (!(await finishJob(tx, job))) return false
    if (kept) {
      const name = anonymousFileName(due.label, due.media_type, Number(due.earlier))
      await tx
        .insertInto('files')
        .values({ id, name, media_type: due.media_type, ...kept, owner_id: null, created_at: now(), findings: null })
        .execute()
    }
    const { numUpdatedRows } = await tx
      .updateTable('review_files')
      .set({ cleaned_file_id: kept ? id : null, held_back: heldBack, rules: CLEANING_RULES })
      .where('id', '=', due.attached_id)
      .where('cleaned_file_id', 'is', null)
      .where('held_back', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return true
    // The reviewer has removed the file.
    await tx.deleteFrom('files').where('id', '=', id).execute()
    return false
  })
  if (kept && !isStored) await store.remove(id)
  return isStored
}
