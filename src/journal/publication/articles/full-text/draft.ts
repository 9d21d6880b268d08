import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  FULL_TEXT_CHANGED,
  FULL_TEXT_GONE,
  FULL_TEXT_ONLY,
  FULL_TEXT_UNSEEN,
  FULL_TEXT_TAKEN,
} from '../../../../contract/api/full-texts.ts'
import { fileIdOf, FULL_TEXT_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { FileRow } from '../../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../../platform/errors.ts'
import { figureReader, type FigureToStore, type ReadFigure } from '../../files/figure-pictures.ts'
import { openIntact } from '../../files/intact.ts'
import { isOwnedBy } from '../../files/own-uploads.ts'
import type { FileResources } from '../../files/resources.ts'
import type { Documents } from '../../../documents/documents.ts'
import type { FullTextDraft, KnownArticle } from '../../../documents/full-text.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import type { Tx } from '../../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../../platform/database/lock-for-update.ts'
import { insertFigures } from '../../files/figures.ts'
import { insertFile, type SaveFile } from '../../files/stored-files.ts'
import { jats } from '../../../documents/jats/write/article.ts'
import { presentPublicArticle } from '../present.ts'
import { loadArticles } from '../queries.ts'
import { saveReplaced } from '../uploads.ts'
import { isTaken } from '../../files/claims.ts'
import { saveFullText, queueFullText } from '../../full-text/stored-text.ts'
import { heldTextId } from '../../issues/held.ts'

/** Raised whenever the same Word document gives another text: what was approved by a preview of before is not this. */
const CONVERTER = 1

export const TEXT_TYPES = new Set<string>(Object.values(FULL_TEXT_TYPES))

export interface FullTextResources extends FileResources {
  readonly documents: Documents
}

/** The text of an article as it will be stored, from an upload that is still the editor's own. */
export interface PreparedText extends Omit<FullTextDraft, 'pictures'> {
  upload: FileRow
  pictures: FigureToStore[]
  /** Of all that is stored: what was previewed is what is approved. */
  digest: string
}

/**
 * Reads an editor's upload; refuses one that is no text of an article, as a sentence at the field. `isShown`: its
 * page is rendered too, for a preview.
 */
export async function prepareText(
  resources: FullTextResources,
  caller: Caller,
  url: string,
  known: KnownArticle & { id: string },
  how: { isShown: boolean; readFigure: ReadFigure },
): Promise<PreparedText> {
  const heldId = await heldTextId(resources.database.db, known.id)
  return readText(resources, await findUpload(resources, caller, url, heldId), known, how)
}

/** The same of any stored file. */
export async function readText(
  resources: FullTextResources,
  upload: FileRow,
  known: KnownArticle,
  { isShown, readFigure }: { isShown: boolean; readFigure: ReadFigure },
): Promise<PreparedText> {
  const stored = await openIntact(resources, upload)
  const file = { mediaType: upload.media_type, content: await buffer(stored.read()) }
  const draft = await resources.documents.fullText(file, known, { isShown })
  if ('unavailable' in draft) throw invalid('fullTextUrl', draft.unavailable)
  const pictures: FigureToStore[] = []
  const warnings = [...draft.warnings]
  for (const picture of draft.pictures) {
    const read = await readFigure(picture)
    if (typeof read === 'string') warnings.push(read)
    else pictures.push(read)
  }
  return { ...draft, upload, pictures, warnings, digest: digestOf(upload, draft, pictures) }
}

/** The same for an approval or a correction, which names what its preview has shown. */
export async function prepareSeenText(
  resources: FullTextResources,
  caller: Caller,
  given: { url: string; digest: string | null | undefined },
  known: KnownArticle & { id: string },
): Promise<PreparedText> {
  if (!given.digest) throw invalid('fullTextUrl', FULL_TEXT_UNSEEN)
  const prepared = await prepareText(resources, caller, given.url, known, {
    isShown: false,
    readFigure: figureReader(resources.workers),
  })
  if (prepared.digest !== given.digest) throw new DomainError('conflict', FULL_TEXT_CHANGED)
  return prepared
}

/** `heldId`: what an editor, perhaps another one, has held with the article for its issue. */
export async function findUpload(
  { database }: FullTextResources,
  { userId }: Caller,
  url: string,
  heldId: string | null,
): Promise<FileRow> {
  const upload = await database.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileIdOf(url) ?? '')
    .executeTakeFirst()
  if (!upload || !(isOwnedBy(userId)(upload) || upload.id === heldId)) throw invalid('fullTextUrl', FULL_TEXT_GONE)
  if (!TEXT_TYPES.has(upload.media_type)) throw invalid('fullTextUrl', FULL_TEXT_ONLY)
  return upload
}

function digestOf(upload: FileRow, { jats }: FullTextDraft, pictures: FigureToStore[]): string {
  const hash = createHash('sha256')
  if (!jats) return hash.update(upload.sha256).digest('hex')
  hash.update(JSON.stringify([CONVERTER, jats.body, jats.back]))
  for (const { name, content } of pictures) hash.update(name).update(createHash('sha256').update(content).digest())
  return hash.digest('hex')
}

/** A text whose pictures have been stored, and the way to store its XML. */
export interface TextToAttach {
  text: Pick<PreparedText, 'upload' | 'jats'>
  pictures: FileRow[]
  keep: SaveFile
  publicUrl: string
  /** The upload that was held with the article, by whichever editor. */
  heldId?: string | null
  /** It waited for the issue: the rows of its pictures are there. */
  isHeld?: boolean
}

/**
 * Gives an article its full text, in place of another: what is replaced is kept like replaced PDFs. To be called when
 * the article's row has been written, because its record goes into the XML.
 */
export async function attachFullText(
  tx: Tx,
  caller: Caller,
  articleId: string,
  { text, pictures, keep, publicUrl, heldId = null, isHeld = false }: TextToAttach,
  at: string,
): Promise<void> {
  const upload = await freeUpload(tx, caller, text.upload.id, heldId)
  await detachFiles(tx, articleId, at)
  if (!isHeld) for (const picture of pictures) await insertFile(tx, picture)
  await insertFigures(tx, articleId, pictures)
  const source = text.jats ? await writeSource(tx, articleId, text.jats, { keep, publicUrl }) : upload
  await tx
    .insertInto('article_files')
    .values({ article_id: articleId, file_id: source.id, kind: 'source', position: 0 })
    .execute()
  await queueFullText(tx, articleId)
}

/** An upload that nothing uses yet, locked. */
export async function freeUpload(tx: Tx, caller: Caller, id: string, heldId: string | null): Promise<FileRow> {
  const upload = await lockForUpdate(tx, 'files', id)
  if (!upload || !(isOwnedBy(caller.userId)(upload) || id === heldId)) throw invalid('fullTextUrl', FULL_TEXT_GONE)
  if (await isTaken(tx, upload)) throw invalid('fullTextUrl', FULL_TEXT_TAKEN)
  return upload
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
  for (const { file_id } of gone) await saveReplaced(tx, articleId, file_id, at)
}

/** The record of the article with this text, stored as a file. */
async function writeSource(
  tx: Tx,
  articleId: string,
  { body, back }: { body: string; back: string },
  { keep, publicUrl }: Pick<TextToAttach, 'keep' | 'publicUrl'>,
): Promise<FileRow> {
  const row = await tx.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow()
  // The file keeps the title as it was printed: what a notice adds is added when it is sent. Vouchers are added then too, because
  // where a plant grows may have to be withheld one day.
  const article = { ...presentPublicArticle((await loadArticles(tx, [row]))[0]!), title: row.title, vouchers: [] }
  const text = { type: null, language: null, notes: '', related: '', rest: body + back }
  const xml = jats(citationRecord(article, publicUrl), article, text)
  const file = await keep({ name: `${row.slug}.xml`, content: Buffer.from(xml), mediaType: 'application/xml' })
  await insertFile(tx, file)
  return file
}
