import { buffer } from 'node:stream/consumers'
import { journal } from '../../contract/journal.ts'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { openIntact } from '../../journal/publication/files/intact.ts'
import type { FileResources } from '../../journal/publication/files/resources.ts'
import { hasRoom } from '../../journal/publication/files/room.ts'
import { insertFile, withStored } from '../../journal/publication/files/stored-files.ts'
import { now } from '../../platform/ids.ts'
import { finishJob, JobFailure, type Job, enqueueJob } from '../../platform/jobs/queue.ts'
import type { JobHandler } from '../../platform/jobs/run.ts'
import { xmlTypesetter, type TypesetXml } from '../../journal/documents/typesetting/typeset-xml.ts'
import { storedPictures } from '../../journal/publication/files/figures.ts'
import { loadSource } from '../../journal/publication/full-text/stored-text.ts'

/** Typesets imported articles that have no PDF: a file may be damaged, or the machine may have a bad day. */
export const typesettingJobs = (
  resources: FileResources,
  { typeset = xmlTypesetter(resources.workers), isOn }: { typeset?: TypesetXml; isOn?: boolean } = {},
): JobHandler => ({
  kind: 'typesetting',
  pausesMs: [10 * MINUTE_MS, 10 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  mayBegin: async () => (isOn ?? journal().pdf.typesetImported) && (await hasRoom(resources)),
  run: (job) => typesetStored(resources, job, typeset),
})

/** Has imported articles with a text and without a PDF typeset, once each: one, or all that are there. */
export async function queueTypesetting(tx: Tx, articleId?: string): Promise<void> {
  if (!journal().pdf.typesetImported) return
  const found = await tx
    .insertInto('typeset_pdfs')
    .columns(['article_id', 'source_file_id'])
    .expression((select) =>
      select
        .selectFrom('articles')
        .innerJoin('article_files', 'article_files.article_id', 'articles.id')
        .leftJoin('typeset_pdfs', 'typeset_pdfs.article_id', 'articles.id')
        .select(({ fn }) => ['articles.id', fn.max<string>('article_files.file_id').as('source_file_id')])
        .$if(articleId !== undefined, (query) => query.where('articles.id', '=', articleId!))
        .where('articles.origin', '=', 'imported')
        .where('articles.pdf_file_id', 'is', null)
        .where('article_files.kind', '=', 'source')
        .where('typeset_pdfs.article_id', 'is', null)
        .groupBy('articles.id'),
    )
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .returning('article_id')
    .execute()
  for (const { article_id } of found) await enqueueJob(tx, 'typesetting', article_id)
}

async function typesetStored(resources: FileResources, job: Job, typeset: TypesetXml): Promise<boolean> {
  const { database } = resources
  const articleId = job.subject
  const source = await loadSource(database.db, articleId)
  const answer =
    source &&
    (await typeset({
      xml: await buffer((await openIntact(resources, source)).read()),
      pictures: await storedPictures(resources, articleId),
    }))
  if (!source) return false
  if (answer === undefined) throw new JobFailure('The article could not be typeset from its file.')
  if (answer === 'no text') return false
  const file = { name: `${articleId}.pdf`, content: answer.pdf, mediaType: 'application/pdf' }
  const isMade = await withStored(resources, [file], ([pdf]) =>
    database.transaction((tx) => insertTypeset(tx, job, source, pdf!)),
  )
  return isMade === true
}

/** Undefined if the article has been given another text or a PDF meanwhile. */
async function insertTypeset(tx: Tx, job: Job, source: FileRow, pdf: FileRow): Promise<true | undefined> {
  const articleId = job.subject
  const article = await lockForUpdate(tx, 'articles', articleId)
  if (!article || article.pdf_file_id !== null || (await loadSource(tx, articleId))?.id !== source.id) return undefined
  await insertFile(tx, pdf)
  await tx
    .updateTable('typeset_pdfs')
    .set({ file_id: pdf.id, source_file_id: source.id })
    .where('article_id', '=', articleId)
    .execute()
  await tx
    .updateTable('articles')
    .set({ pdf_file_id: pdf.id, updated_at: now(), version: article.version + 1 })
    .where('id', '=', articleId)
    .execute()
  await writeAuditEntry(tx, null, 'article.typeset', articleId, { after: { pdfFileId: pdf.id } })
  await finishJob(tx, job)
  await touchPublicSite(tx)
  return true
}

/** True for a PDF that the journal has made itself: any other may replace it. */
export async function isTypeset(db: Db, fileId: string): Promise<boolean> {
  const row = await db.selectFrom('typeset_pdfs').select('file_id').where('file_id', '=', fileId).executeTakeFirst()
  return row !== undefined
}
