import { buffer } from 'node:stream/consumers'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { finishJob, type Job, JobFailure, cancelJob, enqueueJob } from '../../../platform/jobs/queue.ts'
import { type JobHandler, runDueJobs } from '../../../platform/jobs/run.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openIntact } from '../../publication/files/intact.ts'
import type { Passage } from '../../documents/jats/html/render.ts'
import type { Documents } from '../../documents/documents.ts'
import type { ArticleText } from './article-text.ts'
import type { Paragraph } from '../../documents/plain-text.ts'

/** A PDF that could not be read is tried again: the machine may have had a bad day. */
const PAUSES_MS = [10 * MINUTE_MS, DAY_MS]

/** Has the text of an article's PDF read if it has no other, and this one has not been read. */
export async function queuePdfText(tx: Tx, { articleId, pdfFileId }: ArticleText): Promise<void> {
  if (pdfFileId === null || (await hasFullText(tx, articleId))) {
    await tx.deleteFrom('pdf_texts').where('article_id', '=', articleId).execute()
    return cancelJob(tx, 'pdfTexts', articleId)
  }
  const known = await tx
    .selectFrom('pdf_texts')
    .select('file_id')
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (known?.file_id === pdfFileId) return
  // A full text that is about to be rendered would take its place.
  const runAfter = (await isToBeRendered(tx, articleId)) ? new Date(Date.now() + PAUSES_MS[0]!).toISOString() : ''
  const row = { file_id: pdfFileId, passages: null }
  await tx
    .insertInto('pdf_texts')
    .values({ article_id: articleId, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
  await enqueueJob(tx, 'pdfTexts', articleId, { runAfter })
}

const hasFullText = async (tx: Tx, articleId: string): Promise<boolean> =>
  (await tx
    .selectFrom('full_texts')
    .select('article_id')
    .where('article_id', '=', articleId)
    .where('passages', 'is not', null)
    .executeTakeFirst()) !== undefined

const isToBeRendered = async (tx: Tx, articleId: string): Promise<boolean> =>
  (await tx
    .selectFrom('jobs')
    .select('subject')
    .where('kind', '=', 'texts')
    .where('subject', '=', articleId)
    .executeTakeFirst()) !== undefined

/** Reads the texts of PDFs, which are then indexed. */
export const pdfTextJobs = (resources: SearchResources): JobHandler => ({
  kind: 'pdfTexts',
  pausesMs: PAUSES_MS,
  leaseMs: 10 * MINUTE_MS,
  run: (job) => readPdf(resources, job),
})

/** Reads the PDFs that are due, one after the other; returns how many were read. */
export const readDuePdfs = (resources: SearchResources, stopped = () => false): Promise<number> =>
  runDueJobs(resources, pdfTextJobs(resources), { stopped })

async function readPdf(resources: SearchResources, job: Job): Promise<boolean> {
  const { database, documents } = resources
  const file = await database.db
    .selectFrom('pdf_texts')
    .innerJoin('files', 'files.id', 'pdf_texts.file_id')
    .selectAll('files')
    .where('article_id', '=', job.subject)
    .executeTakeFirst()
  if (!file) return false
  const content = await buffer((await openIntact(resources, file)).read())
  const text = await documents.manuscriptText({ mediaType: file.media_type, content }, { isBackground: true })
  if ('unavailable' in text)
    throw new JobFailure('The PDF could not be read. The search knows the title and the abstract of its article alone.')
  return database.transaction(async (tx) => {
    await tx
      .updateTable('pdf_texts')
      .set({ passages: JSON.stringify(passagesOfPdf(text.paragraphs)) })
      .where('article_id', '=', job.subject)
      .where('file_id', '=', file.id)
      .execute()
    return finishJob(tx, job)
  })
}

/** Paragraphs with the headings that they stand under. A PDF has no places that a link could lead to. */
function passagesOfPdf(paragraphs: readonly Paragraph[]): Passage[] {
  let section = ''
  return paragraphs.flatMap(({ text, style }) => {
    if (style === 'text') return [{ section, anchor: '', part: 1, text: text.replace(/\s+/g, ' ').trim() }]
    section = text
    return []
  })
}

export interface SearchResources extends Platform {
  readonly documents: Documents
}
