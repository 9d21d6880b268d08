import { buffer } from 'node:stream/consumers'
import { DAY_MS, MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { now } from '../../../platform/ids.ts'
import type { Passage } from '../../documents/jats/html/render.ts'
import type { Paragraph } from '../../documents/manuscripts/paragraph.ts'
import type { ArticleText } from './article-text.ts'
import type { SearchResources } from './resources.ts'

/** A PDF that could not be read is tried again: the machine may have had a bad day, or the reader has been improved. */
const RETRY_MS = [10 * MINUTE_MS, DAY_MS, 30 * DAY_MS]

/** Has the text of an article's PDF read if it has no other, and this one has not been read. */
export async function queuePdfText(tx: Tx, { articleId, pdfFileId }: ArticleText): Promise<void> {
  if (pdfFileId === null || (await hasFullText(tx, articleId))) {
    await tx.deleteFrom('pdf_texts').where('article_id', '=', articleId).execute()
    return
  }
  const known = await tx
    .selectFrom('pdf_texts')
    .select('file_id')
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  if (known?.file_id === pdfFileId) return
  // A full text that is about to be rendered would take its place.
  const wait = (await isToBeRendered(tx, articleId)) ? RETRY_MS[0]! : 0
  const next_try_at = new Date(Date.now() + wait).toISOString()
  const row = { file_id: pdfFileId, passages: null, attempts: 0, next_try_at }
  await tx
    .insertInto('pdf_texts')
    .values({ article_id: articleId, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
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
    .selectFrom('texts_to_render')
    .select('article_id')
    .where('article_id', '=', articleId)
    .executeTakeFirst()) !== undefined

/** Reads the PDFs that are due, one after the other; returns how many were read. */
export async function readDuePdfs(resources: SearchResources, stopped = () => false): Promise<number> {
  const { database, log } = resources
  let read = 0
  while (!stopped()) {
    const due = await claimNext(database.db)
    if (due === null) break
    try {
      if (await readPdf(resources, due)) read++
      else log.warn({ articleId: due.article_id }, 'the text of a PDF could not be read')
    } catch (error) {
      log.error({ err: error, articleId: due.article_id }, 'the text of a PDF could not be read')
    }
  }
  return read
}

type Due = FileRow & { article_id: string; file_id: string }

/** Claims a PDF: its next attempt is put off before it is read, so that one that ends the program is not read for ever. */
async function claimNext(db: Db): Promise<Due | null> {
  for (;;) {
    const due = await db
      .selectFrom('pdf_texts')
      .innerJoin('files', 'files.id', 'pdf_texts.file_id')
      .selectAll('files')
      .select(['article_id', 'file_id', 'attempts', 'next_try_at'])
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const wait = RETRY_MS[Math.min(due.attempts, RETRY_MS.length - 1)]!
    const { numUpdatedRows } = await db
      .updateTable('pdf_texts')
      .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + wait).toISOString() })
      .where('article_id', '=', due.article_id)
      .where('next_try_at', '=', due.next_try_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return due
    // Another process has claimed this one; there may be others.
  }
}

async function readPdf(resources: SearchResources, due: Due): Promise<boolean> {
  const content = await buffer((await openIntact(resources, due)).read())
  const text = await resources.documents.manuscriptText({ mediaType: due.media_type, content })
  if ('unavailable' in text) return false
  await resources.database.db
    .updateTable('pdf_texts')
    .set({ passages: JSON.stringify(passagesOfPdf(text.paragraphs)), next_try_at: null })
    .where('article_id', '=', due.article_id)
    .where('file_id', '=', due.file_id)
    .execute()
  return true
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
