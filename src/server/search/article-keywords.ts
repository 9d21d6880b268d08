import { linkedKeywords } from '../../contract/domain/keyword-slug.ts'
import type { Tx } from '../database/connect.ts'

/** So many keywords of an article lead to others. */
const KEYWORDS_MAX = 40

/** Rows of one statement: its parameters are limited. */
const AT_ONCE = 2_000

/**
 * Writes the keywords by which articles are found from one another. Called by `keepHeads`, in the transaction that
 * has changed the keywords.
 */
export async function keepKeywords(tx: Tx, articleIds: readonly string[]): Promise<void> {
  if (!articleIds.length) return
  const articles = await tx.selectFrom('articles').select(['id', 'keywords']).where('id', 'in', articleIds).execute()
  const rows = articles.flatMap(({ id, keywords }) =>
    linkedKeywords(keywords)
      .flatMap(({ name, slug }) => (slug === undefined ? [] : [{ article_id: id, slug, name }]))
      .slice(0, KEYWORDS_MAX),
  )
  await tx.deleteFrom('article_keywords').where('article_id', 'in', articleIds).execute()
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insertInto('article_keywords')
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
}
