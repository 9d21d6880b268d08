import type { Statement } from '../../../contract/rules/articles/statements.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { ArticleFileKind, ArticleRow } from '../../../platform/database/tables.ts'
import { queueVariants } from '../files/image-variants.ts'
import { CLEANER } from '../../../platform/html/sanitise.ts'
import { newId } from '../../../platform/ids.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { columnsOf, type StoredContent } from './content-columns.ts'
import { insertContributors, type NewContributor } from './contributor-rows.ts'
import { unusedArticleSlug } from './unique-slug.ts'
import { writeFirstVersion } from '../versions/write-version.ts'

/** Empty content; fields that are not provided are null. */
export type NewContent = Pick<StoredContent, 'title' | 'keywords' | 'excerpt' | 'abstract' | 'categoryId'> &
  Partial<StoredContent>

export interface NewArticle {
  /** Its rich text is already sanitised. */
  content: NewContent
  contributors: readonly NewContributor[]
  /** Null for an imported article. */
  submitterId: string | null
  origin: ArticleRow['origin']
  /** By default a research article. */
  type?: string
  comments?: string | null
  /** The statements that its submitter was asked for; absent where nobody was asked here. */
  asked?: readonly Statement[]
  source?: { journal: string; publisher: string | null } | null
  imageFileId?: string | null
  pdfFileId?: string | null
  files: { kind: ArticleFileKind; ids: string[] }
  createdAt: string
  /** Null while it awaits approval. */
  publishedAt: string | null
  /** The current time. */
  at: string
}

/** Inserts a new article with its people and files; returns its id and slug. */
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
      asked_statements: article.asked?.join(',') ?? null,
      source_journal: source?.journal ?? null,
      source_publisher: source?.publisher ?? null,
      origin: article.origin,
      ...(article.type === undefined ? {} : { type: article.type }),
      created_at: article.createdAt,
      updated_at: at,
      published_at: publishedAt,
      approved_at: publishedAt,
    })
    .execute()
  const itsFiles = files.ids.map((file_id, position) => ({ article_id: id, file_id, kind: files.kind, position }))
  if (itsFiles.length) await tx.insertInto('article_files').values(itsFiles).execute()
  if (article.imageFileId) await queueVariants(tx, article.imageFileId)
  await insertContributors(
    tx,
    { articleId: id, namedBy: submitterId, at, saidBy: submitterId === null ? null : 'submitter' },
    contributors,
  )
  if (publishedAt !== null) await writeFirstVersion(tx, { id, at: publishedAt, by: submitterId })
  await saveHeads(tx, [id])
  return { id, slug }
}
