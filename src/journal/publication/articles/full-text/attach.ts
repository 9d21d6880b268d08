import { FULL_TEXT_GONE, FULL_TEXT_TAKEN } from '../../../../contract/api/full-texts.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { Tx } from '../../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../../platform/database/lock-for-update.ts'
import type { FileRow } from '../../../../platform/database/tables.ts'
import { insertFigures } from '../../files/figures.ts'
import { isOwnedBy } from '../../files/own-uploads.ts'
import { insertFile, type KeepFile } from '../../files/stored-files.ts'
import { invalid } from '../../../../platform/errors.ts'
import { jats } from '../../../documents/jats/write/article.ts'
import { presentPublicArticle } from '../present.ts'
import { loadArticles } from '../queries.ts'
import { isTaken, keepReplaced } from '../uploads.ts'
import type { PreparedText } from './draft.ts'
import { saveFullText, queueFullText } from '../../full-text/stored-text.ts'

/** A text whose pictures have been stored, and the way to store its XML. */
export interface TextToAttach {
  text: PreparedText
  pictures: FileRow[]
  keep: KeepFile
  publicUrl: string
}

/**
 * Gives an article its full text, in place of another: what is replaced is kept like replaced PDFs. To be called when
 * the article's row has been written, because its record goes into the XML.
 */
export async function attachFullText(
  tx: Tx,
  caller: Caller,
  articleId: string,
  { text, pictures, keep, publicUrl }: TextToAttach,
  at: string,
): Promise<void> {
  const upload = await lockForUpdate(tx, 'files', text.upload.id)
  if (!upload || !isOwnedBy(caller.userId)(upload)) throw invalid('fullTextUrl', FULL_TEXT_GONE)
  if (await isTaken(tx, upload)) throw invalid('fullTextUrl', FULL_TEXT_TAKEN)
  await detachFiles(tx, articleId, at)
  for (const picture of pictures) await insertFile(tx, picture)
  await insertFigures(tx, articleId, pictures)
  const source = text.jats ? await writeSource(tx, articleId, text.jats, { keep, publicUrl }) : upload
  await tx
    .insertInto('article_files')
    .values({ article_id: articleId, file_id: source.id, kind: 'source', position: 0 })
    .execute()
  await queueFullText(tx, articleId)
}

/** Takes the full text of an article away; its record and PDF stay. */
export async function removeFullText(tx: Tx, articleId: string, at: string): Promise<void> {
  await detachFiles(tx, articleId, at)
  await saveFullText(tx, articleId, null)
  // What else is read from the file goes with it.
  await queueFullText(tx, articleId)
}

async function detachFiles(tx: Tx, articleId: string, at: string): Promise<void> {
  const sources = tx.deleteFrom('article_files').where('article_id', '=', articleId).where('kind', '=', 'source')
  const figures = tx.deleteFrom('article_figures').where('article_id', '=', articleId)
  const gone = [...(await sources.returning('file_id').execute()), ...(await figures.returning('file_id').execute())]
  for (const { file_id } of gone) await keepReplaced(tx, articleId, file_id, at)
}

/** The record of the article with this text, stored as a file. */
async function writeSource(
  tx: Tx,
  articleId: string,
  { body, back }: { body: string; back: string },
  { keep, publicUrl }: Pick<TextToAttach, 'keep' | 'publicUrl'>,
): Promise<FileRow> {
  const row = await tx.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow()
  const article = presentPublicArticle((await loadArticles(tx, [row]))[0]!)
  const record = jats(citationRecord(article, publicUrl), article)
  const end = record.lastIndexOf('</article>')
  const xml = `${record.slice(0, end)}${body}${back}${record.slice(end)}`
  const file = await keep({ name: `${row.slug}.xml`, content: Buffer.from(xml), mediaType: 'application/xml' })
  await insertFile(tx, file)
  return file
}
