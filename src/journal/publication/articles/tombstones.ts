import type { RemovedArticle } from '../../../contract/api/errors.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { notFound, DomainError } from '../../../platform/errors.ts'
import { loadAuthors } from './contributor-rows.ts'

/**
 * Writes the tombstone of an article that was public: its title, its authors, when it was published and why
 * it was deleted. It outlives the deleted content.
 */
export async function writeTombstone(
  tx: Tx,
  article: ArticleRow & { published_at: string },
  { at, reason }: { at: string; reason: string | null },
): Promise<void> {
  const { id, slug, title, doi, origin, published_at } = article
  const authors = (await loadAuthors(tx, [id])).map(({ fullName }) => fullName)
  await tx
    .insertInto('article_tombstones')
    .values({
      ...{ id, slug, title, doi, origin, published_at, reason },
      authors: JSON.stringify(authors),
      deleted_at: at,
    })
    .execute()
}

/**
 * The error for an article id that does not exist: 'gone' with a tombstone if it was public, otherwise 'not
 * found'.
 */
export async function articleGone(db: Db, id: string, what = 'Post'): Promise<DomainError> {
  const removed = Id.safeParse(id).success ? await findRemoved(db, id) : null
  return removed ? new DomainError('gone', 'This article has been removed', { removed }) : notFound(what)
}

async function findRemoved(db: Db, id: string): Promise<RemovedArticle | null> {
  const row = await db.selectFrom('article_tombstones').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    title: row.title,
    authors: JSON.parse(row.authors) as string[],
    doi: row.doi,
    publishedAt: row.published_at,
    deletedAt: row.deleted_at,
    reason: row.reason,
  }
}
