import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob, finishJob, type Job, JobFailure } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import { printedDigest, type TypesetResources, typesetAgain } from '../articles/typeset/make-pdf.ts'
import { hasRoom } from '../files/room.ts'
import { insertFile, withStored } from '../files/stored-files.ts'
import { frontWhenPublished, isOfNow } from './make-again.ts'

/**
 * Makes the PDF of an article that waits for its issue once more with the day of today, as soon as an editor looks at what
 * publishing the issue would do: publishing need not wait for it then.
 */
export const issuePdfJobs = (resources: TypesetResources): JobHandler => ({
  kind: 'issuePdfs',
  pausesMs: [10 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  mayBegin: () => hasRoom(resources),
  run: (job) => renewPdf(resources, job),
})

export async function queueIssuePdfs(tx: Tx, articleIds: Iterable<string>): Promise<void> {
  for (const id of articleIds) await enqueueJob(tx, 'issuePdfs', id)
}

/** A held article with a PDF that the journal has made. */
const heldMade = (db: Db, articleId: string) =>
  db
    .selectFrom('scheduled_articles as held')
    .innerJoin('made_pdfs as made', 'made.file_id', 'held.pdf_file_id')
    .innerJoin('files', 'files.id', 'held.pdf_file_id')
    .selectAll('held')
    .select(['made.source_file_id', 'made.printed', 'files.name', 'files.owner_id'])
    .where('held.article_id', '=', articleId)
    .executeTakeFirst()

async function renewPdf(resources: TypesetResources, job: Job): Promise<boolean> {
  const { database, publicUrl } = resources
  const held = await heldMade(database.db, job.subject)
  if (!held || held.source_file_id === null) return false
  const front = await frontWhenPublished(database.db, publicUrl, held, now())
  if (isOfNow(held, front)) return false
  const asked = { articleId: job.subject, sourceId: held.source_file_id, front }
  const made = await typesetAgain(resources, asked).catch((error: unknown) => {
    throw error instanceof DomainError ? new JobFailure(error.message) : error
  })
  const printed = printedDigest(front)
  const pdf = { name: held.name, content: made.pdf, mediaType: 'application/pdf' }
  const kept = await withStored(resources, [pdf], ([file]) =>
    database.transaction(async (tx) => {
      await lockForUpdate(tx, 'articles', job.subject)
      // Published, or held with another one, while it was made.
      if ((await heldMade(tx, job.subject))?.pdf_file_id !== held.pdf_file_id) return undefined
      await insertFile(tx, { ...file!, owner_id: held.owner_id, findings: '' })
      await tx
        .insertInto('made_pdfs')
        .values({ file_id: file!.id, purpose: 'publication', source_file_id: held.source_file_id, printed })
        .execute()
      await tx
        .updateTable('scheduled_articles')
        .set({ pdf_file_id: file!.id })
        .where('article_id', '=', job.subject)
        .execute()
      await finishJob(tx, job)
      return true as const
    }),
  )
  return kept === true
}
