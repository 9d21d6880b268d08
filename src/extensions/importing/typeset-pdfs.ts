import { buffer } from 'node:stream/consumers'
import { journal } from '../../../journal.config.ts'
import { MINUTE_MS } from '../../contract/rules/text/durations.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { openIntact } from '../../journal/publication/files/intact.ts'
import type { FileResources } from '../../journal/publication/files/resources.ts'
import { hasRoom } from '../../journal/publication/files/room.ts'
import { insertFile, withStored } from '../../journal/publication/files/stored-files.ts'
import { sourceOf } from '../../journal/publication/full-text/source.ts'
import { now } from '../../platform/ids.ts'
import { startRounds, type Rounds } from '../../platform/rounds.ts'
import { xmlTypesetter, type TypesetXml } from '../../journal/documents/typesetting/typeset-xml.ts'

/** How often an article is tried: its file may be damaged, or the machine may have had a bad day. */
const MOST_ATTEMPTS = 3
/** Longer than an attempt, so that several processes share the work and one that died gives it back. */
const RETRY_MS = 10 * MINUTE_MS

/** Starts typesetting imported articles that have no PDF, in the background. */
export const startTypesetting = (resources: FileResources): Rounds =>
  startRounds({
    round: (stopped) => typesetDueArticles(resources, { stopped }),
    failed: (error) => resources.log.error({ err: error }, 'the articles to typeset could not be read'),
    everyMs: MINUTE_MS,
  })

interface TypesetOptions {
  stopped?: () => boolean
  typeset?: TypesetXml
  isOn?: boolean
}

/** Typesets what is due, one article after the other; returns how many PDFs were made. */
export async function typesetDueArticles(
  resources: FileResources,
  { stopped = () => false, typeset = xmlTypesetter(), isOn = journal.pdf.typesetImported }: TypesetOptions = {},
): Promise<number> {
  const { database, log } = resources
  let made = 0
  if (!isOn) return made
  await queueArticles(database.db)
  while (!stopped() && (await hasRoom(resources))) {
    const articleId = await claimNext(database.db)
    if (articleId === null) break
    try {
      if (await typesetStored(resources, articleId, typeset)) made++
    } catch (error) {
      log.error({ err: error, articleId }, 'an article could not be typeset')
    }
  }
  return made
}

/** Imported articles with a text and without a PDF, once each. */
async function queueArticles(db: Db): Promise<void> {
  const at = now()
  await db
    .insertInto('typeset_pdfs')
    .columns(['article_id', 'source_file_id', 'attempts', 'next_try_at'])
    .expression((select) =>
      select
        .selectFrom('articles')
        .innerJoin('article_files', 'article_files.article_id', 'articles.id')
        .leftJoin('typeset_pdfs', 'typeset_pdfs.article_id', 'articles.id')
        .select(({ fn, val }) => [
          'articles.id',
          fn.max<string>('article_files.file_id').as('source_file_id'),
          val(0).as('attempts'),
          val(at).as('next_try_at'),
        ])
        .where('articles.origin', '=', 'imported')
        .where('articles.pdf_file_id', 'is', null)
        .where('article_files.kind', '=', 'source')
        .where('typeset_pdfs.article_id', 'is', null)
        .groupBy('articles.id'),
    )
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .execute()
}

async function claimNext(db: Db): Promise<string | null> {
  for (;;) {
    const due = await db
      .selectFrom('typeset_pdfs')
      .selectAll()
      .where('file_id', 'is', null)
      .where('attempts', '<', MOST_ATTEMPTS)
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const { numUpdatedRows } = await db
      .updateTable('typeset_pdfs')
      .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + RETRY_MS).toISOString() })
      .where('article_id', '=', due.article_id)
      .where('next_try_at', '=', due.next_try_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return due.article_id
    // Another process has claimed this one; there may be others.
  }
}

async function typesetStored(resources: FileResources, articleId: string, typeset: TypesetXml): Promise<boolean> {
  const { database, log } = resources
  const source = await sourceOf(database.db, articleId)
  const answer = source && (await typeset(await buffer((await openIntact(resources, source)).read())))
  if (!source || answer === undefined) {
    log.warn({ articleId }, 'an article could not be typeset')
    return false
  }
  if (answer === 'no text') {
    await settle(database.db, articleId)
    return false
  }
  const file = { name: `${articleId}.pdf`, content: answer, mediaType: 'application/pdf' }
  const isMade = await withStored(resources, [file], ([pdf]) =>
    database.transaction((tx) => insertTypeset(tx, articleId, source, pdf!)),
  )
  return isMade === true
}

const settle = (db: Db, articleId: string) =>
  db.updateTable('typeset_pdfs').set({ attempts: MOST_ATTEMPTS }).where('article_id', '=', articleId).execute()

/** Undefined if the article has been given another text or a PDF meanwhile. */
async function insertTypeset(tx: Tx, articleId: string, source: FileRow, pdf: FileRow): Promise<true | undefined> {
  const article = await lockForUpdate(tx, 'articles', articleId)
  if (!article || article.pdf_file_id !== null || (await sourceOf(tx, articleId))?.id !== source.id) return undefined
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
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.typeset',
    subject: articleId,
    after: { pdfFileId: pdf.id },
  })
  await touchPublicSite(tx)
  return true
}

/** True for a PDF that the journal has made itself: any other may replace it. */
export async function isTypeset(db: Db, fileId: string): Promise<boolean> {
  const row = await db.selectFrom('typeset_pdfs').select('file_id').where('file_id', '=', fileId).executeTakeFirst()
  return row !== undefined
}
