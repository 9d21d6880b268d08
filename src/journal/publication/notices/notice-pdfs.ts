import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { now } from '../../../platform/ids.ts'
import { finishJob, type Job, JobFailure } from '../../../platform/jobs/queue.ts'
import type { JobHandler } from '../../../platform/jobs/run.ts'
import { xmlTypesetter, type TypesetXml } from '../../documents/typesetting/typeset-xml.ts'
import { findPublicArticle } from '../articles/queries.ts'
import { noticeToTypeset } from '../articles/typeset/make-pdf.ts'
import type { FileResources } from '../files/resources.ts'
import { hasRoom } from '../files/room.ts'
import { insertFile, withStored } from '../files/stored-files.ts'

type Resources = FileResources & { readonly publicUrl: string }

/** Typesets each notice that has been published, from its text, so that it has a PDF as other articles have. */
export const noticePdfJobs = (
  resources: Resources,
  typeset: TypesetXml = xmlTypesetter(resources.workers),
): JobHandler => ({
  kind: 'noticePdfs',
  pausesMs: [10 * MINUTE_MS, 10 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  mayBegin: () => hasRoom(resources),
  run: (job) => typesetNotice(resources, job, typeset),
})

async function typesetNotice(resources: Resources, job: Job, typeset: TypesetXml): Promise<boolean> {
  const { database, publicUrl } = resources
  const notice = await findPublicArticle(database.db, job.subject)
  if (!notice || notice.row.pdf_file_id !== null) return false
  const made = await typeset(noticeToTypeset(notice, publicUrl))
  if (made === undefined) throw new JobFailure('The notice could not be typeset.')
  if (made === 'no text') return false
  const file = { name: `${notice.row.slug}.pdf`, content: made.pdf, mediaType: 'application/pdf' }
  const kept = await withStored(resources, [file], ([pdf]) =>
    database.transaction(async (tx) => {
      const row = await lockForUpdate(tx, 'articles', job.subject)
      if (!row || row.pdf_file_id !== null) return undefined
      await insertFile(tx, pdf!)
      const changes = { pdf_file_id: pdf!.id, updated_at: now(), version: row.version + 1 }
      await tx.updateTable('articles').set(changes).where('id', '=', row.id).execute()
      await writeAuditEntry(tx, null, 'article.typeset', row.id, { after: { pdfFileId: pdf!.id } })
      await finishJob(tx, job)
      await touchPublicSite(tx)
      return true as const
    }),
  )
  return kept === true
}
