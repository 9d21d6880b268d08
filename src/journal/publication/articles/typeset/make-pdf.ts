import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import { type articlePdfs, type MadePdf, PDF_NOT_MADE, TEXT_REQUIRED } from '../../../../contract/api/article-pdfs.ts'
import { FULL_TEXT_GONE } from '../../../../contract/api/full-texts.ts'
import { journal } from '../../../../contract/journal.ts'
import { isAdministrator } from '../../../../contract/rules/accounts/access.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { figureName } from '../../../../contract/rules/articles/pictures.ts'
import { fileIdOf, fileUrl } from '../../../../contract/rules/files/file-rules.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import type { ArticleRow, FileRow, Tables } from '../../../../platform/database/tables.ts'
import { DomainError, invalid, NO_ROOM, notFound, refuse } from '../../../../platform/errors.ts'
import { now } from '../../../../platform/ids.ts'
import { xmlTypesetter, type ToTypeset, type TypesetXml } from '../../../documents/typesetting/typeset-xml.ts'
import type { SetArticle } from '../../../documents/typesetting/article-pdf.ts'
import { jats } from '../../../documents/jats/write/article.ts'
import { bareArticle } from '../../../documents/word/bare-article.ts'
import { findCase } from '../../../peer-review/cases/case-rows.ts'
import { isOfNewestVersion } from '../../../peer-review/cases/of-articles.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { isProducedFor } from '../../../peer-review/who-sees.ts'
import { figureReader } from '../../files/figure-pictures.ts'
import { storedPictures } from '../../files/figures.ts'
import { openIntact } from '../../files/intact.ts'
import { isOwnedBy } from '../../files/own-uploads.ts'
import { hasRoom } from '../../files/room.ts'
import { insertFile, withStored } from '../../files/stored-files.ts'
import { loadSource } from '../../full-text/stored-text.ts'
import { heldTextId } from '../../issues/held.ts'
import { printedWhenPublished } from '../approve.ts'
import { type FullTextResources, readText, TEXT_TYPES } from '../full-text/draft.ts'
import { textOfProof } from './made-pdfs.ts'
import { recordOf } from '../policy.ts'
import { type LoadedArticle, presentPublicArticle } from '../present.ts'
import { loadArticles } from '../queries.ts'

type Asked = z.output<(typeof articlePdfs.make)['input']>

export interface TypesetResources extends FullTextResources {
  readonly publicUrl: string
  /** For tests of a process that fails. */
  readonly typeset?: TypesetXml
}

/**
 * Typesets an article that is not published yet from its record and its text. What comes out is kept as an upload of the
 * caller's, which sends it as a proof or publishes it: what was looked at is what readers get.
 */
export async function makePdf(resources: TypesetResources, caller: Caller, asked: Asked): Promise<MadePdf> {
  const { database, publicUrl } = resources
  const { db } = database
  const article = await unpublished(db, caller, asked)
  if (!(await hasRoom(resources))) throw new DomainError('insufficient_storage', NO_ROOM)
  const text = await textOf(resources, caller, article, asked.fullTextUrl)
  const front = frontOf(await asPrinted(db, article, asked), publicUrl)
  const { file, made } = await madeFrom(resources, caller, article, { text, front, purpose: asked.purpose })
  return {
    file: { id: file.id, url: fileUrl(file), name: file.name, bytes: file.bytes, mediaType: file.media_type },
    pages: made.pages,
    warnings: [...text.warnings, ...warningsOf(made)],
  }
}

interface ToMakeAgain {
  articleId: string
  sourceId: string
  front: string
}

/** The final PDF once more from the same text, with the front matter that it has by now. */
export async function makeAgain(
  resources: TypesetResources,
  caller: Caller,
  { articleId, sourceId, front }: ToMakeAgain,
): Promise<FileRow> {
  const article = await unpublished(resources.database.db, caller, { id: articleId })
  if (!(await hasRoom(resources))) throw new DomainError('insufficient_storage', NO_ROOM)
  const text = await textOfSource(resources, article, sourceId)
  return (await madeFrom(resources, caller, article, { text, front, purpose: 'publication' })).file
}

/** The same in the background. */
export async function typesetAgain(
  resources: TypesetResources,
  { articleId, sourceId, front }: ToMakeAgain,
): Promise<SetArticle> {
  const { db } = resources.database
  const article = await db.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirst()
  if (!article) throw notFound('Post')
  const { xml, pictures } = await textOfSource(resources, article, sourceId)
  const typeset = resources.typeset ?? xmlTypesetter(resources.workers, { isFromAuthors: true })
  return typesetOrRefuse({ ...resources, typeset }, { xml, front, pictures })
}

async function textOfSource(resources: TypesetResources, article: ArticleRow, sourceId: string): Promise<Text> {
  const source = await resources.database.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', sourceId)
    .executeTakeFirst()
  if (!source) throw invalid('fullTextUrl', TEXT_REQUIRED)
  return textIn(resources, article, source)
}

/** Of all that is printed besides the text: a PDF with the same one need not be made again. */
export const printedDigest = (front: string): string =>
  createHash('sha256')
    .update(JSON.stringify([front, journal()]))
    .digest('hex')

async function madeFrom(
  resources: TypesetResources,
  caller: Caller,
  { slug }: ArticleRow,
  { text, front, purpose }: { text: Text; front: string; purpose: Asked['purpose'] },
): Promise<{ file: FileRow; made: SetArticle }> {
  const { xml, pictures, sourceId } = text
  const isProof = purpose === 'proof'
  const made = await typesetOrRefuse(resources, { xml, front, pictures, isProof })
  const name = isProof ? `${slug}-proof.pdf` : `${slug}.pdf`
  const file = await keepPdf(
    resources,
    caller,
    { name, pdf: made.pdf },
    {
      ...{ purpose, source_file_id: sourceId, printed: printedDigest(front) },
    },
  )
  return { file, made }
}

/** The record of an article as the front matter of a JATS file. */
export function frontOf(loaded: LoadedArticle, publicUrl: string): string {
  const article = presentPublicArticle(loaded)
  return jats(citationRecord(article, publicUrl), article)
}

/** A notice, whose record is its text, with the works that it is about. */
export function noticeToTypeset(loaded: LoadedArticle, publicUrl: string): ToTypeset {
  const { asNotice } = citationRecord(presentPublicArticle(loaded), publicUrl)
  const about = (asNotice?.about ?? []).map(({ title, doi, url }) => ({ title, url: doi === null ? url : doiUrl(doi) }))
  return { xml: null, front: frontOf(loaded, publicUrl), about }
}

/** Typesets what authors have sent, while someone waits. */
export async function typesetOrRefuse(
  { workers, typeset }: Pick<TypesetResources, 'workers' | 'typeset'>,
  given: ToTypeset,
): Promise<SetArticle> {
  const made = await (typeset ?? xmlTypesetter(workers, { isFromAuthors: true, isBackground: false }))(given)
  if (made === 'no text') throw invalid('fullTextUrl', TEXT_REQUIRED)
  if (!made) throw new DomainError('invalid', PDF_NOT_MADE, { errors: { fullTextUrl: PDF_NOT_MADE } })
  return made
}

/** An upload of the caller's that the journal has made itself. */
export async function keepPdf(
  resources: TypesetResources,
  { userId }: Caller,
  { name, pdf }: { name: string; pdf: Uint8Array },
  from?: Pick<Insertable<Tables['made_pdfs']>, 'purpose' | 'source_file_id' | 'printed'>,
): Promise<FileRow> {
  const file = { name, content: pdf, mediaType: 'application/pdf' }
  const kept = await withStored(resources, [file], ([row]) =>
    resources.database.transaction(async (tx) => {
      // It has been made here: there is nothing to look for in it.
      const own = { ...row!, owner_id: userId, findings: '' }
      await insertFile(tx, own)
      if (from)
        await tx
          .insertInto('made_pdfs')
          .values({ file_id: own.id, ...from })
          .execute()
      return own
    }),
  )
  return kept!
}

export function warningsOf({ missing, withoutPicture }: SetArticle): string[] {
  return [
    ...(missing.length
      ? [`The journal’s fonts lack ${missing.slice(0, 20).join(' ')}. An empty box stands in their place.`]
      : []),
    ...(withoutPicture.length ? [`There is no image for ${withoutPicture.slice(0, 20).join(', ')}.`] : []),
  ]
}

async function unpublished(db: Db, caller: Caller, { id }: Pick<Asked, 'id'>): Promise<ArticleRow> {
  const article = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound('Post')
  if (!isAdministrator(caller)) {
    if (article.published_at !== null || !(await isProducedFor(db, caller, id))) throw notFound('Post')
    return article
  }
  const stage = (await findCase(db, id))?.stage ?? null
  refuse(articlePolicy.refusal(await actingOn(db, caller, id), 'approve', recordOf(article, stage)))
  return article
}

/** The record as it will be when it is published now. */
export async function asPrinted(
  db: Db,
  article: ArticleRow,
  place: Parameters<typeof printedWhenPublished>[3],
  at = now(),
): Promise<LoadedArticle> {
  const theCase = (await findCase(db, article.id)) ?? null
  const changes = await printedWhenPublished(db, article, theCase, place, at)
  return (await loadArticles(db, [{ ...article, ...changes }]))[0]!
}

interface Text {
  xml: Uint8Array
  pictures: Record<string, Uint8Array>
  warnings: string[]
  sourceId: string
}

/**
 * A text with its pictures: of the file that is named; or else the article's own, the one that its proof was made from, or the
 * newest manuscript.
 */
async function textOf(
  resources: TypesetResources,
  caller: Caller,
  article: ArticleRow,
  url: string | null,
): Promise<Text> {
  const { db } = resources.database
  const own = await loadSource(db, article.id)
  const known = own ?? (await textOfProof(db, article.id)) ?? (await newestManuscript(db, article.id))
  const source = url === null ? known : await named(db, caller, article.id, url)
  if (!source) throw invalid('fullTextUrl', TEXT_REQUIRED)
  return textIn(resources, article, source, own)
}

/** The text of a file. */
async function textIn(
  resources: TypesetResources,
  article: ArticleRow,
  source: FileRow,
  own?: Pick<FileRow, 'id'>,
): Promise<Text> {
  const stored = await storedPictures(resources, article.id)
  if (own && own.id === source.id) {
    return {
      xml: await buffer((await openIntact(resources, source)).read()),
      pictures: stored,
      warnings: [],
      sourceId: source.id,
    }
  }
  const {
    jats: text,
    pictures,
    warnings,
  } = await readText(resources, source, article, {
    isShown: false,
    readFigure: figureReader(resources.workers),
  })
  if (!text) {
    return {
      xml: await buffer((await openIntact(resources, source)).read()),
      pictures: stored,
      warnings,
      sourceId: source.id,
    }
  }
  return {
    xml: bareArticle(text),
    pictures: Object.fromEntries(
      pictures.map(({ name, draftName, content }) => [figureName(draftName ?? name), content]),
    ),
    warnings,
    sourceId: source.id,
  }
}

const manuscripts = (db: Db, articleId: string) =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .selectAll('files')
    .where('article_files.article_id', '=', articleId)
    .where('article_files.kind', '=', 'manuscript')
    .where('files.media_type', 'in', [...TEXT_TYPES])
    .where(isOfNewestVersion)
    .orderBy('article_files.position')

const newestManuscript = (db: Db, articleId: string): Promise<FileRow | undefined> =>
  manuscripts(db, articleId).executeTakeFirst()

async function named(db: Db, { userId }: Caller, articleId: string, url: string): Promise<FileRow> {
  const id = fileIdOf(url) ?? ''
  const ofManuscript = await manuscripts(db, articleId).where('files.id', '=', id).executeTakeFirst()
  if (ofManuscript) return ofManuscript
  const upload = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  const isHeld = id === (await heldTextId(db, articleId))
  if (!upload || !(isOwnedBy(userId)(upload) || isHeld)) throw invalid('fullTextUrl', FULL_TEXT_GONE)
  if (!TEXT_TYPES.has(upload.media_type)) throw invalid('fullTextUrl', TEXT_REQUIRED)
  return upload
}
