import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { joinNames } from '../../contract/author-names.ts'
import { unusedArticleSlug } from '../articles/unique-slug.ts'
import { record } from '../audit.ts'
import { isUniqueViolation, type Database, type Db, type Tx } from '../database/connect.ts'
import { touchPublicSite } from '../database/site-version.ts'
import type { ContributorRow, FileRow } from '../database/tables.ts'
import { newId, now } from '../ids.ts'
import type { FileStore } from '../storage/store.ts'
import { categoryNamed, volumeTitled, type Origin } from './found-or-created.ts'
import { ImportProblem } from './jats/problem.ts'
import type { JatsArticle } from './jats/read.ts'

export interface ImportedFile {
  name: string
  content: Uint8Array
}

export interface ArticleImport {
  article: JatsArticle
  /** The original file: kept with the article, whose full text is in it. */
  xml: ImportedFile
  /** The final PDF, where there is one. A function makes it, and is called only when it is needed. */
  pdf?: ImportedFile | (() => Promise<ImportedFile>)
  origin: Origin
}

export type ImportResult = 'added' | 'unchanged' | 'PDF added'

export interface ImportResources {
  readonly database: Database
  readonly store: FileStore
}

/** As often as two writers may meet at the same slug, category or volume. */
const MOST_TRIES = 5

/**
 * Brings one article into the journal, published. Files are stored first, then one transaction
 * writes everything; when it fails the files go again. An article that is there already, known by
 * its DOI or else by its file, is left as it is, but for a PDF that it did not have.
 */
export async function importArticle(resources: ImportResources, given: ArticleImport): Promise<ImportResult> {
  const sourceHash = createHash('sha256').update(given.xml.content).digest('hex')
  const existing = await findImported(resources.database.db, given.article.doi, sourceHash)
  if (existing) return addMissingPdf(resources, given, existing)
  const pdf = await pdfOf(given)
  return withStored(resources.store, [xmlToStore(given.xml), ...(pdf ? [pdf] : [])], async ([xml, keptPdf]) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await resources.database.transaction((tx) => insertArticle(tx, given, xml!, keptPdf))
        return 'added'
      } catch (error) {
        // Somebody else brought the same article in meanwhile, or took the same slug or name.
        if (!isAnyUniqueViolation(error) || attempt === MOST_TRIES) throw error
        if (await findImported(resources.database.db, given.article.doi, sourceHash)) return undefined
      }
    }
  })
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
  { database, store }: ImportResources,
  given: ArticleImport,
  existing: Existing,
): Promise<ImportResult> {
  const pdf = existing.pdf_file_id === null ? await pdfOf(given) : undefined
  if (!pdf) return 'unchanged'
  return withStored(store, [pdf], ([kept]) =>
    database.transaction(async (tx): Promise<ImportResult> => {
      await insertFile(tx, kept!)
      const changed = await tx
        .updateTable('articles')
        .set({ pdf_file_id: kept!.id, updated_at: now() })
        .where('id', '=', existing.id)
        .where('pdf_file_id', 'is', null)
        .executeTakeFirst()
      if (!Number(changed.numUpdatedRows))
        throw new ImportProblem('Another import was adding a PDF to this article at the same time.')
      await record(tx, {
        actorId: null,
        action: 'article.add-pdf',
        subject: existing.id,
        after: { file: kept!.id, name: kept!.name },
      })
      await touchPublicSite(tx)
      return 'PDF added'
    }),
  )
}

interface ToStore extends ImportedFile {
  mediaType: string
}

const xmlToStore = (xml: ImportedFile): ToStore => ({ ...xml, mediaType: 'application/xml' })

async function pdfOf({ pdf }: ArticleImport): Promise<ToStore | undefined> {
  const file = typeof pdf === 'function' ? await pdf() : pdf
  if (!file) return undefined
  if (Buffer.from(file.content.subarray(0, 5)).toString('latin1') !== '%PDF-') {
    throw new ImportProblem(`The file "${file.name}" beside it is not a PDF.`)
  }
  return { ...file, mediaType: 'application/pdf' }
}

/** Stores files for `work`; they are removed again when it fails or, answering nothing, needs none of them. */
async function withStored(
  store: FileStore,
  files: ToStore[],
  work: (kept: FileRow[]) => Promise<ImportResult | undefined>,
): Promise<ImportResult> {
  const kept: FileRow[] = []
  try {
    for (const { name, content, mediaType } of files) {
      const id = newId()
      const { bytes, sha256 } = await store.keep(id, content)
      kept.push({ id, name, media_type: mediaType, bytes, sha256, owner_id: null, created_at: now() })
    }
    const result = await work(kept)
    if (result) return result
  } catch (error) {
    await removeAll(store, kept)
    throw error
  }
  await removeAll(store, kept)
  return 'unchanged'
}

const removeAll = (store: FileStore, files: FileRow[]) => Promise.all(files.map((file) => store.remove(file.id)))

const insertFile = (tx: Tx, file: FileRow) => tx.insertInto('files').values(file).execute()

async function insertArticle(
  tx: Tx,
  { article, origin }: ArticleImport,
  xml: FileRow,
  pdf: FileRow | undefined,
): Promise<void> {
  const id = newId()
  const at = now()
  const publishedAt = startOf(article.publishedOn)
  await insertFile(tx, xml)
  if (pdf) await insertFile(tx, pdf)
  const categoryId = await categoryNamed(tx, article.category, origin)
  const volumeId = article.volume === null ? null : await volumeTitled(tx, article.volume, publishedAt, origin)
  const slug = await unusedArticleSlug(tx, article.title)
  await tx
    .insertInto('articles')
    .values({
      id,
      slug,
      title: article.title,
      keywords: article.keywords.join(', '),
      excerpt: article.keyMessage,
      abstract: article.abstract,
      category_id: categoryId,
      volume_id: volumeId,
      page_num: article.pages,
      elocation_id: article.elocationId,
      image_file_id: null,
      pdf_file_id: pdf?.id ?? null,
      submitter_id: null,
      comments: null,
      doi: article.doi,
      received_on: article.receivedOn,
      accepted_on: article.acceptedOn,
      licence_url: article.licenceUrl,
      copyright: article.copyright,
      source_journal: article.source?.journal ?? null,
      source_publisher: article.source?.publisher ?? null,
      origin,
      created_at: startOf(article.receivedOn ?? article.publishedOn),
      updated_at: at,
      published_at: publishedAt,
      approved_at: publishedAt,
      archived_at: null,
    })
    .execute()
  await insertContributors(tx, id, article, at)
  await tx
    .insertInto('article_files')
    .values({ article_id: id, file_id: xml.id, kind: 'source', position: 0 })
    .execute()
  await record(tx, {
    actorId: null,
    action: 'article.import',
    subject: id,
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

async function insertContributors(tx: Tx, articleId: string, { contributors }: JatsArticle, at: string): Promise<void> {
  if (!contributors.length) return
  const rows = contributors.map((contributor): ContributorRow => ({
    id: newId(),
    full_name: contributor.fullName,
    family_name: contributor.familyName,
    given_names: contributor.givenNames,
    email: contributor.email,
    affiliation: contributor.affiliations.join('; '),
    orcid: contributor.orcid,
    orcid_authenticated_at: contributor.orcidAuthenticated ? at : null,
    profile_url: null,
    created_at: at,
  }))
  const links = contributors.map(({ corresponding }, position) => ({
    article_id: articleId,
    contributor_id: rows[position]!.id,
    role: corresponding ? ('Corresponding Author' as const) : ('Author' as const),
    position,
    created_at: at,
  }))
  await tx.insertInto('contributors').values(rows).execute()
  await tx.insertInto('article_contributors').values(links).execute()
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`

const isAnyUniqueViolation = (error: unknown): boolean =>
  ['articles_slug', 'articles_doi', 'categories_slug', 'categories_name', 'volumes_title'].some((index) =>
    isUniqueViolation(error, index),
  ) ||
  // SQLite names the columns of a plain index, and the index itself only of one on an expression.
  ['articles.slug', 'categories.slug'].some((columns) => isUniqueViolation(error, columns))
