import { buffer } from 'node:stream/consumers'
import { journal } from '../../../contract/journal.ts'
import { nameProblems, NOTICE_ALONE, PDF_LOCKED } from '../../../contract/rules/articles/new-names.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import type { Documents } from '../../documents/documents.ts'
import { openIntact } from '../files/intact.ts'
import type { FileResources } from '../files/resources.ts'
import { loadMaterial } from './declared-material.ts'
import { hasBeenPublic } from './transitions.ts'

/** The text of a PDF that is to be published, page by page; null if it could not be read. */
export interface ReadPdf {
  pages: string[] | null
}

const namesOf = async (db: Db, articleId: string): Promise<string[]> =>
  ((await loadMaterial(db, [articleId])).get(articleId)?.newNames ?? []).map(({ name }) => name)

/** Reads the PDF for the approval of an article with new names, before its transaction, because that takes seconds. */
export async function readForNames(
  resources: FileResources & { readonly documents: Documents },
  { id, pdfUrl }: { id: string; pdfUrl: string },
): Promise<ReadPdf | undefined> {
  const { db } = resources.database
  if (!(await namesOf(db, id)).length) return undefined
  const file = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileIdOf(pdfUrl) ?? '')
    .executeTakeFirst()
  // What this file is not, the approval says.
  if (!file) return undefined
  const content = await buffer((await openIntact(resources, file)).read())
  return { pages: await resources.documents.pages({ mediaType: file.media_type, content }) }
}

const NAMES_UNPUBLISHED = 'The new names would not be published with this PDF.'
const NAMES_MEANWHILE = 'The new names of this article have just been changed. Please try again.'

/**
 * Refuses to publish new names with a PDF in which the Code would not count them. Returns what to write beside the PDF: from then
 * on it is locked.
 */
export async function lockForNames(
  tx: Tx,
  articleId: string,
  { day, read }: { day: string; read: ReadPdf | undefined },
): Promise<{ names_locked?: 1 }> {
  const names = await namesOf(tx, articleId)
  if (!names.length) return {}
  if (!read) throw new DomainError('conflict', NAMES_MEANWHILE)
  const problems = nameProblems({ names, issn: journal().issn, day, pages: read.pages })
  if (problems.length) throw new DomainError('invalid', NAMES_UNPUBLISHED, { errors: { pdfUrl: problems.join(' ') } })
  return { names_locked: 1 }
}

/**
 * New names that are declared once an article is public were published with its PDF: from then on it is locked as well. A PDF that
 * the journal has typeset from the text of an imported article is only a copy.
 */
export async function lockOfDeclared(
  tx: Tx,
  article: ArticleRow,
  { newNames }: { newNames?: readonly unknown[] | undefined },
): Promise<{ names_locked?: 1 }> {
  if (!newNames?.length || !hasBeenPublic(article) || article.pdf_file_id === null) return {}
  const copy = await tx
    .selectFrom('typeset_pdfs')
    .select('file_id')
    .where('file_id', '=', article.pdf_file_id)
    .execute()
  return copy.length ? {} : { names_locked: 1 }
}

type Locked = Pick<ArticleRow, 'names_locked' | 'pdf_file_id'>

/** Refuses another PDF for an article whose PDF is locked. */
export function refuseOtherPdf({ names_locked, pdf_file_id }: Locked, url: string | undefined): void {
  if (names_locked !== 1 || url === undefined) return
  if (pdf_file_id === null || fileIdOf(url) !== pdf_file_id) throw invalid('pdfUrl', PDF_LOCKED)
}

/** Refuses any other change that readers would see of such an article, unless a notice brings it. */
export function refuseWithoutNotice({ names_locked }: Pick<ArticleRow, 'names_locked'>): void {
  if (names_locked === 1) throw new DomainError('conflict', NOTICE_ALONE)
}
