import { contributorOf } from '../../contract/domain/people.ts'
import { DOCUMENT_TYPES } from '../../contract/domain/file-rules.ts'
import type { Submission } from '../../contract/api/submission.ts'
import { writeAuditEntry } from '../audit.ts'
import { isForeignKeyViolation, type Tx } from '../database/connect.ts'
import type { FileRow } from '../database/tables.ts'
import { keptRichText } from '../html/kept-rich-text.ts'
import { CLEANER } from '../html/sanitise.ts'
import { newId, now } from '../ids.ts'
import { invalid, DomainError } from '../domain-error.ts'
import { insertContributors } from './contributor-rows.ts'
import { notifyOfSubmission } from './notifications.ts'
import { unusedArticleSlug } from './unique-slug.ts'
import { featuredImage, ownUploads } from './uploads.ts'

const DOCUMENTS = new Set<string>(Object.values(DOCUMENT_TYPES))

/**
 * Submits a manuscript: claims its files and writes article, contributors, links, mails and audit
 * entry, all in the caller's transaction. Returns the article's id. The same files sent again by the same
 * author are the same article: its id is returned and nothing is written.
 */
export async function submitArticle(tx: Tx, author: { id: string }, submission: Submission): Promise<string> {
  const uploads = await ownUploads(tx, author.id, 'files', submission.files)
  const earlier = await articleOf(tx, uploads)
  if (earlier) return earlier

  if (uploads.some((file) => !DOCUMENTS.has(file.media_type))) {
    throw invalid('files', 'Content files must be documents, tables or slides')
  }
  const image = submission.imageUrl ? await featuredImage(tx, author.id, submission.imageUrl) : null

  const category = await tx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', submission.categoryId)
    .executeTakeFirst()
  if (!category) throw invalid('categoryId', 'Category is required')
  const abstract = keptRichText('abstract', submission.abstract, 'Abstract is required')

  const id = newId()
  const at = now()
  await tx
    .insertInto('articles')
    .values({
      id,
      slug: await unusedArticleSlug(tx, submission.title),
      title: submission.title,
      keywords: submission.keywords,
      excerpt: submission.excerpt,
      abstract,
      abstract_cleaner: CLEANER,
      category_id: category.id,
      volume_id: null,
      issue: null,
      page_num: null,
      elocation_id: null,
      image_file_id: image?.id ?? null,
      image_alt: image ? submission.imageAlt : null,
      pdf_file_id: null,
      submitter_id: author.id,
      comments: submission.comments,
      doi: null,
      received_on: at.slice(0, 10),
      accepted_on: null,
      licence_url: null,
      copyright: null,
      source_journal: null,
      source_publisher: null,
      origin: 'submitted',
      created_at: at,
      updated_at: at,
      published_at: null,
      approved_at: null,
      archived_at: null,
    })
    .execute()
    .catch((error: unknown) => {
      // The category has been deleted at this very moment.
      throw isForeignKeyViolation(error) ? invalid('categoryId', 'Category is required') : error
    })
  await tx
    .insertInto('article_files')
    .values(
      uploads.map((file, position) => ({ article_id: id, file_id: file.id, kind: 'manuscript' as const, position })),
    )
    .execute()
  await insertContributors(
    tx,
    { articleId: id, namedBy: author.id, at },
    submission.contributors.map((person) => contributorOf(person)),
  )
  await writeAuditEntry(tx, {
    actorId: author.id,
    action: 'article.submit',
    subject: id,
    after: { title: submission.title },
  })
  await notifyOfSubmission(tx, { id, title: submission.title }, author.id)
  return id
}

/** The article that holds exactly these files; refuses when only some are taken. */
async function articleOf(tx: Tx, uploads: FileRow[]): Promise<string | undefined> {
  const ids = uploads.map((file) => file.id)
  const claims = await tx.selectFrom('article_files').select('article_id').where('file_id', 'in', ids).execute()
  if (!claims.length) return undefined
  const articles = new Set(claims.map((claim) => claim.article_id))
  if (articles.size === 1 && claims.length === ids.length) return claims[0]!.article_id
  throw new DomainError('conflict', 'A file already belongs to another submission. Please upload it again.')
}
