import type { Reference, ReferenceAuthor } from '../../contract/rules/articles/reference.ts'
import type { Db } from '../../platform/database/connect.ts'

/** The reference list of an article in its order; empty without a full text. */
export async function referencesOf(db: Db, articleId: string): Promise<Reference[]> {
  const rows = await db
    .selectFrom('article_references')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ article_id: _article, position: _position, first_page, last_page, authors, ...row }) => ({
    ...row,
    ...{ firstPage: first_page, lastPage: last_page, authors: JSON.parse(authors) as ReferenceAuthor[] },
  }))
}
