import type { Tx } from '../database/connect.ts'
import type { ArticleFileKind, ArticleRow } from '../database/tables.ts'
import { CLEANER } from '../html/sanitise.ts'
import { newId } from '../ids.ts'
import { columnsOf, type StoredContent } from './content-columns.ts'
import { insertContributors, type NewContributor } from './contributor-rows.ts'
import { unusedArticleSlug } from './unique-slug.ts'

/** Content that no author has given; what is not said is null. */
export type NewContent = Pick<StoredContent, 'title' | 'keywords' | 'excerpt' | 'abstract' | 'categoryId'> &
  Partial<StoredContent>

export interface NewArticle {
  /** Its texts are cleaned already. */
  content: NewContent
  contributors: readonly NewContributor[]
  /** Null for what was imported. */
  submitterId: string | null
  origin: ArticleRow['origin']
  comments?: string | null
  source?: { journal: string; publisher: string | null } | null
  imageFileId?: string | null
  pdfFileId?: string | null
  files: { kind: ArticleFileKind; ids: string[] }
  createdAt: string
  /** Null: it waits for approval. */
  publishedAt: string | null
  /** The moment of writing. */
  at: string
}

/** Writes a new article with its people and its files; returns its id and slug. */
export async function writeArticle(tx: Tx, article: NewArticle): Promise<{ id: string; slug: string }> {
  const { content, contributors, submitterId, source, files, at, publishedAt } = article
  const id = newId()
  const slug = await unusedArticleSlug(tx, content.title)
  await tx
    .insertInto('articles')
    .values({
      ...columnsOf(content),
      id,
      slug,
      abstract_cleaner: CLEANER,
      image_file_id: article.imageFileId ?? null,
      pdf_file_id: article.pdfFileId ?? null,
      submitter_id: submitterId,
      comments: article.comments ?? null,
      source_journal: source?.journal ?? null,
      source_publisher: source?.publisher ?? null,
      origin: article.origin,
      created_at: article.createdAt,
      updated_at: at,
      published_at: publishedAt,
      approved_at: publishedAt,
    })
    .execute()
  await tx
    .insertInto('article_files')
    .values(files.ids.map((file_id, position) => ({ article_id: id, file_id, kind: files.kind, position })))
    .execute()
  await insertContributors(tx, { articleId: id, namedBy: submitterId, at }, contributors)
  return { id, slug }
}
