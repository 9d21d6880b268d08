import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reference } from '../../contract/domain/reference.ts'
import { writeAuditEntry } from '../audit.ts'
import { isUniqueViolation, type Db } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import { now } from '../ids.ts'
import type { Origin } from './found-or-created.ts'
import { insertArticle } from './insert-article.ts'
import { ImportProblem } from '../jats/problem.ts'
import type { RenderedText } from '../jats/html/render.ts'
import type { JatsArticle } from '../jats/read.ts'
import { insertFile, withStored, type FileToStore, type ImportResources } from './stored-files.ts'

export interface ImportedFile {
  name: string
  content: Uint8Array
}

export interface ArticleImport {
  article: JatsArticle
  /** The original file, which contains the full text and is stored with the article. */
  xml: ImportedFile
  /** The final PDF, if any. A function generates it, and is called only when needed. */
  pdf?: ImportedFile | (() => Promise<ImportedFile>)
  text: RenderedText | null
  references?: readonly Reference[]
  origin: Origin
}

export type ImportResult = 'added' | 'unchanged' | 'PDF added'

/** The maximum number of conflicts between concurrent writers over a slug, category or volume. */
const MOST_TRIES = 5

/**
 * Imports one article as published. Files are stored first, then one transaction writes everything; if it
 * fails, the files are removed. An article that already exists, identified by its DOI or otherwise by its
 * file, is not changed, except to add a missing PDF.
 */
export async function importArticle(resources: ImportResources, given: ArticleImport): Promise<ImportResult> {
  const sourceHash = createHash('sha256').update(given.xml.content).digest('hex')
  const existing = await findImported(resources.database.db, given.article.doi, sourceHash)
  if (existing) return addMissingPdf(resources, given, existing)
  const pdf = await pdfOf(given)
  const files = [{ ...given.xml, mediaType: 'application/xml' }, ...(pdf ? [pdf] : [])]
  const result = await withStored(resources, files, async ([xml, keptPdf]): Promise<ImportResult | undefined> => {
    const { article, origin, text, references = [] } = given
    for (let attempt = 1; ; attempt++) {
      try {
        await resources.database.transaction((tx) =>
          insertArticle(tx, { article, origin, xml: xml!, pdf: keptPdf, text, references }),
        )
        return 'added'
      } catch (error) {
        // A concurrent import added the same article, or used the same slug or name.
        if (!isAnyUniqueViolation(error) || attempt === MOST_TRIES) throw error
        if (await findImported(resources.database.db, article.doi, sourceHash)) return undefined
      }
    }
  })
  return result ?? 'unchanged'
}

async function pdfOf({ pdf }: ArticleImport): Promise<FileToStore | undefined> {
  const file = typeof pdf === 'function' ? await pdf() : pdf
  if (!file) return undefined
  if (Buffer.from(file.content.subarray(0, 5)).toString('latin1') !== '%PDF-') {
    throw new ImportProblem(`The file "${file.name}" beside it is not a PDF.`)
  }
  return { ...file, mediaType: 'application/pdf' }
}

interface Existing {
  id: string
  pdf_file_id: string | null
}

const findImported = (db: Db, doi: string | null, sourceHash: string): Promise<Existing | undefined> =>
  doi !== null
    ? db
        .selectFrom('articles')
        .select(['id', 'pdf_file_id'])
        .where(sql`lower(doi)`, '=', sql`lower(${doi})`)
        .executeTakeFirst()
    : db
        .selectFrom('articles')
        .innerJoin('article_files', 'article_files.article_id', 'articles.id')
        .innerJoin('files', 'files.id', 'article_files.file_id')
        .select(['articles.id', 'articles.pdf_file_id'])
        .where('article_files.kind', '=', 'source')
        .where('files.sha256', '=', sourceHash)
        .executeTakeFirst()

async function addMissingPdf(
  resources: ImportResources,
  given: ArticleImport,
  { id, pdf_file_id }: Existing,
): Promise<ImportResult> {
  const pdf = pdf_file_id === null ? await pdfOf(given) : undefined
  if (!pdf) return 'unchanged'
  const result = await withStored(resources, [pdf], ([kept]) =>
    resources.database.transaction(async (tx): Promise<ImportResult | undefined> => {
      // Locks the article's row, so that only one of two concurrent imports adds a PDF.
      const changed = await tx
        .updateTable('articles')
        .set((row) => ({ updated_at: now(), version: row('version', '+', 1) }))
        .where('id', '=', id)
        .where('pdf_file_id', 'is', null)
        .executeTakeFirst()
      if (!Number(changed.numUpdatedRows)) return undefined
      await insertFile(tx, kept!)
      await tx.updateTable('articles').set({ pdf_file_id: kept!.id }).where('id', '=', id).execute()
      await writeAuditEntry(tx, {
        actorId: null,
        action: 'article.add-pdf',
        subject: id,
        after: { pdfFileId: kept!.id, name: kept!.name },
      })
      await touchPublicSite(tx)
      return 'PDF added'
    }),
  )
  return result ?? 'unchanged'
}

const isAnyUniqueViolation = (error: unknown): boolean =>
  ['articles_slug', 'articles_doi', 'categories_slug', 'categories_name', 'volumes_title'].some((index) =>
    isUniqueViolation(error, index),
  ) ||
  // SQLite reports the columns of a plain index, but the name of an index on an expression.
  ['articles.slug', 'categories.slug'].some((columns) => isUniqueViolation(error, columns))
