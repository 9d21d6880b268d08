import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { figureName } from '../../contract/rules/articles/pictures.ts'
import type { Reference } from '../../contract/rules/articles/reference.ts'
import { affiliationText } from '../../contract/rules/people/affiliations.ts'
import { joinNames } from '../../contract/rules/people/author-names.ts'
import type { RenderedText } from '../../journal/documents/jats/html/render.ts'
import type { JatsArticle } from '../../journal/documents/jats/read/article.ts'
import { loadMaterial, saveMaterial } from '../../journal/publication/articles/declared-material.ts'
import { saveReplaced } from '../../journal/publication/articles/uploads.ts'
import { writeArticle } from '../../journal/publication/articles/write-article.ts'
import { insertFigures } from '../../journal/publication/files/figures.ts'
import {
  type FileToStore,
  type ImportResources,
  insertFile,
  withStored,
} from '../../journal/publication/files/stored-files.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import { type Db, isUniqueViolation, type Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { sanitiseRichText } from '../../platform/html/sanitise.ts'
import { now } from '../../platform/ids.ts'
import type { FigureFiles } from './figure-files.ts'
import { categoryNamed, type Origin, volumeTitled } from './found-or-created.ts'
import { isTypeset, queueTypesetting } from './typeset-pdfs.ts'
import { ImportProblem } from '../../journal/documents/jats/model/parse.ts'
import { replaceReferences, saveFullText, queueFullText } from '../../journal/publication/full-text/stored-text.ts'

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
  /** The pictures of its figures, as far as they are known. */
  figures?: FigureFiles
  text: RenderedText | null
  references?: readonly Reference[]
  origin: Origin
}

export type ImportResult = 'added' | 'unchanged' | (typeof ADDED_LATER)[number]

/** What an import adds to an article that has been imported before. */
export const ADDED_LATER = ['PDF added', 'images added', 'PDF and images added'] as const

export interface Imported {
  result: ImportResult
  /** What was left out, in plain sentences. */
  warnings: string[]
}

/** The maximum number of conflicts between concurrent writers over a slug, category or volume. */
const MOST_TRIES = 5

/**
 * Imports one article as published. Files are stored first, then one transaction writes everything; if it
 * fails, the files are removed. An article that already exists, identified by its DOI or otherwise by its
 * file, is not changed, except to add a missing PDF and missing pictures.
 */
export async function importArticle(resources: ImportResources, given: ArticleImport): Promise<Imported> {
  const sourceHash = createHash('sha256').update(given.xml.content).digest('hex')
  const warnings: string[] = []
  const existing = await findImported(resources.database.db, given.article.doi, sourceHash)
  if (existing) return { result: await addMissing(resources, given, existing, warnings), warnings }
  const pdf = await pdfOf(given)
  const files = async function* () {
    yield { ...given.xml, mediaType: 'application/xml' }
    if (pdf) yield pdf
    yield* picturesOf(given.figures, given.figures?.names ?? [], warnings)
  }
  const result = await withStored(resources, files(), async ([xml, ...kept]): Promise<ImportResult | undefined> => {
    const { article, origin, text, references = [] } = given
    const parts = { article, origin, text, references, xml: xml!, pdf: pdf && kept[0], figures: kept.filter(isPicture) }
    for (let attempt = 1; ; attempt++) {
      try {
        await resources.database.transaction((tx) => insertArticle(tx, parts))
        return 'added'
      } catch (error) {
        // A concurrent import added the same article, or used the same slug or name.
        if (!isAnyUniqueViolation(error) || attempt === MOST_TRIES) throw error
        if (await findImported(resources.database.db, article.doi, sourceHash)) return undefined
      }
    }
  })
  return { result: result ?? 'unchanged', warnings }
}

const isPicture = ({ media_type }: FileRow): boolean => media_type.startsWith('image/')

/** One picture after the other; why one is left out is added to the warnings. */
async function* picturesOf(
  figures: FigureFiles | undefined,
  names: string[],
  warnings: string[],
): AsyncGenerator<FileToStore> {
  for (const name of names) {
    const picture = await figures!.read(name)
    if (typeof picture === 'string') warnings.push(picture)
    else yield picture
  }
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
  names_locked: number
}

const findImported = (db: Db, doi: string | null, sourceHash: string): Promise<Existing | undefined> =>
  doi !== null
    ? db
        .selectFrom('articles')
        .select(['id', 'pdf_file_id', 'names_locked'])
        .where(sql`lower(doi)`, '=', sql`lower(${doi})`)
        .executeTakeFirst()
    : db
        .selectFrom('articles')
        .innerJoin('article_files', 'article_files.article_id', 'articles.id')
        .innerJoin('files', 'files.id', 'article_files.file_id')
        .select(['articles.id', 'articles.pdf_file_id', 'articles.names_locked'])
        .where('article_files.kind', '=', 'source')
        .where('files.sha256', '=', sourceHash)
        .executeTakeFirst()

/** True if a PDF may still come; none does in place of one with new names. */
const lacksPdf = async (db: Db, { pdf_file_id, names_locked }: Omit<Existing, 'id'>): Promise<boolean> =>
  names_locked !== 1 && (pdf_file_id === null || (await isTypeset(db, pdf_file_id)))

/** Names were published with the PDF that comes with their article; one that the journal has made is a copy. */
const lockOf = async (tx: Tx, id: string): Promise<{ names_locked?: 1 }> =>
  (await loadMaterial(tx, [id])).get(id)?.newNames.length ? { names_locked: 1 } : {}

/** Adds the PDF and the pictures that an article lacks. */
async function addMissing(
  resources: ImportResources,
  given: ArticleImport,
  { id, ...existing }: Existing,
  warnings: string[],
): Promise<ImportResult> {
  const isReplaced = await lacksPdf(resources.database.db, existing)
  const pdf = isReplaced ? await pdfOf(given) : undefined
  const known = await figureNames(resources.database.db, id)
  const missing = (given.figures?.names ?? []).filter((name) => !known.has(name))
  if (!pdf && !missing.length) return 'unchanged'
  const files = async function* () {
    if (pdf) yield pdf
    yield* picturesOf(given.figures, missing, warnings)
  }
  const result = await withStored(resources, files(), (kept) =>
    resources.database.transaction((tx) => insertMissing(tx, id, kept)),
  )
  return result ?? 'unchanged'
}

async function insertMissing(tx: Tx, id: string, kept: FileRow[]): Promise<ImportResult | undefined> {
  // Of two concurrent imports only one adds a file.
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) return undefined
  const isReplaced = await lacksPdf(tx, article)
  const pdf = isReplaced ? kept.find((file) => !isPicture(file)) : undefined
  const known = await figureNames(tx, id)
  const figures = kept.filter((file) => isPicture(file) && !known.has(figureName(file.name)))
  if (!pdf && !figures.length) return undefined
  for (const file of [...(pdf ? [pdf] : []), ...figures]) await insertFile(tx, file)
  await insertFigures(tx, id, figures)
  if (figures.length) await queueFullText(tx, id)
  await tx
    .updateTable('articles')
    .set({
      updated_at: now(),
      version: article.version + 1,
      ...(pdf ? { pdf_file_id: pdf.id, ...(await lockOf(tx, id)) } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (pdf) {
    await saveReplaced(tx, id, article.pdf_file_id, now())
    await writeAuditEntry(tx, null, 'article.add-pdf', id, { after: { pdfFileId: pdf.id, name: pdf.name } })
  }
  if (figures.length) {
    const names = figures.map(({ name }) => name)
    await writeAuditEntry(tx, null, 'article.add-figures', id, { after: { names } })
  }
  await touchPublicSite(tx)
  return pdf && figures.length ? 'PDF and images added' : pdf ? 'PDF added' : 'images added'
}

const figureNames = async (db: Db, articleId: string): Promise<Set<string>> => {
  const rows = await db.selectFrom('article_figures').select('name').where('article_id', '=', articleId).execute()
  return new Set(rows.map(({ name }) => name))
}

const isAnyUniqueViolation = (error: unknown): boolean =>
  ['articles_slug', 'articles_doi', 'categories_slug', 'categories_name', 'volumes_title'].some((index) =>
    isUniqueViolation(error, index),
  ) ||
  // SQLite reports the columns of a plain index, but the name of an index on an expression.
  ['articles.slug', 'categories.slug'].some((columns) => isUniqueViolation(error, columns))

interface NewArticle {
  article: JatsArticle
  origin: Origin
  xml: FileRow
  pdf: FileRow | undefined
  figures: FileRow[]
  text: RenderedText | null
  references: readonly Reference[]
}

/** Inserts an imported article, published, with everything that belongs to it. */
async function insertArticle(
  tx: Tx,
  { article, origin, xml, pdf, figures, text, references }: NewArticle,
): Promise<void> {
  const at = now()
  const publishedAt = startOf(article.publishedOn)
  await insertFile(tx, xml)
  if (pdf) await insertFile(tx, pdf)
  for (const figure of figures) await insertFile(tx, figure)
  const categoryId = await categoryNamed(tx, article.category, origin)
  const volumeId = article.volume === null ? null : await volumeTitled(tx, article.volume, publishedAt, origin)
  const { id, slug } = await writeArticle(tx, {
    content: {
      ...{ title: article.title, excerpt: article.keyMessage, keywords: article.keywords.join(', ') },
      ...{ abstract: sanitiseRichText(article.abstract), categoryId, volumeId, issue: article.issue },
      ...{ pageNum: article.pages, elocationId: article.elocationId, doi: article.doi },
      ...{ receivedAt: article.receivedOn, revisedAt: article.revisedOn, acceptedAt: article.acceptedOn },
      ...{ licenceUrl: article.licenceUrl, copyright: article.copyright },
      ...article.statements,
    },
    contributors: article.contributors.map(({ orcid, corresponding, ...contributor }) => ({
      ...contributor,
      affiliation: affiliationText(contributor.affiliations),
      orcidId: orcid,
      role: corresponding ? 'Corresponding Author' : 'Author',
    })),
    submitterId: null,
    origin,
    source: article.source,
    pdfFileId: pdf?.id ?? null,
    files: { kind: 'source', ids: [xml.id] },
    createdAt: startOf(article.receivedOn ?? article.publishedOn),
    ...{ publishedAt, at },
  })
  await saveMaterial(tx, id, article.material)
  if (pdf && article.material.newNames.length) {
    await tx.updateTable('articles').set({ names_locked: 1 }).where('id', '=', id).execute()
  }
  await insertFigures(tx, id, figures)
  await saveFullText(tx, id, text)
  // What was rendered shows no pictures yet.
  if (figures.length) await queueFullText(tx, id)
  await queueTypesetting(tx, id)
  await replaceReferences(tx, id, references)
  await writeAuditEntry(tx, null, 'article.import', id, {
    after: {
      doi: article.doi,
      slug,
      origin,
      file: xml.name,
      authors: joinNames(article.contributors.map((one) => one.fullName)),
    },
  })
  await touchPublicSite(tx)
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`
