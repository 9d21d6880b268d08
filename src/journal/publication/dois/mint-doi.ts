import { sql } from 'kysely'
import { mintedDoi } from '../../../contract/rules/articles/doi.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

/** Where and when an article appears. */
interface Place {
  volumeId: string | null
  issue: string | null
  /** When the article is published. */
  at: string
}

type Unminted = Pick<ArticleRow, 'id' | 'doi' | 'origin' | 'source_journal'>

/** More than one DOI of the pattern being taken is a sign of a wrong pattern. */
const TRIES = 20

/**
 * The DOI of an article: the one it has, or a new one; null if the journal has no prefix, and for what it does not
 * register: samples, and articles of other journals. The id is in a new one, so it can only be taken if an imported
 * article has brought it along: then a number is added. If that happens at the same time, the index `articles_doi`
 * refuses the second, who tries again.
 */
export async function doiFor(db: Db, article: Unminted, { volumeId, issue, at }: Place): Promise<string | null> {
  const { id } = article
  if (article.doi !== null || article.origin === 'sample' || article.source_journal !== null) return article.doi
  const volume =
    volumeId === null
      ? undefined
      : await db.selectFrom('volumes').select('title').where('id', '=', volumeId).executeTakeFirst()
  const doi = mintedDoi({ id, volumeTitle: volume?.title ?? null, issue, year: at.slice(0, 4) })
  if (doi === null) return null
  for (let number = 1; number <= TRIES; number++) {
    const candidate = number === 1 ? doi : `${doi}-${number}`
    if (!(await isTaken(db, candidate))) return candidate
  }
  throw new Error('Every DOI of the pattern is taken.')
}

/** By an article, or by one that was deleted: a DOI is never used twice. */
async function isTaken(db: Db, doi: string): Promise<boolean> {
  const of = (table: 'articles' | 'article_tombstones') =>
    db
      .selectFrom(table)
      .select('id')
      .where(sql`lower(doi)`, '=', doi)
      .limit(1)
      .executeTakeFirst()
  return (await of('articles')) !== undefined || (await of('article_tombstones')) !== undefined
}
