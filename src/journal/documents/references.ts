import type { Reference, ReferenceAuthor } from '../../contract/rules/articles/reference.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'

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

/** Rows in one statement, far below the number of values that a database takes. */
const ROWS_AT_ONCE = 200

/** Stores the reference list of an article in place of the former one. */
export async function replaceReferences(tx: Tx, articleId: string, references: readonly Reference[]): Promise<void> {
  await tx.deleteFrom('article_references').where('article_id', '=', articleId).execute()
  const rows = references.map(({ firstPage, lastPage, authors, ...reference }, index) => ({
    ...reference,
    ...{ article_id: articleId, position: index + 1, authors: JSON.stringify(authors) },
    ...{ first_page: firstPage, last_page: lastPage },
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('article_references')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
}
