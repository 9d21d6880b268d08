import { type Journal, journal } from '../../contract/journal.ts'
import { journalOf, type Value, valuesOf } from '../../contract/rules/settings/values.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { contentOf, valuesIn } from './versions.ts'

/** What a manuscript is held to: days, limits and fees as they were on the day on which it was sent. */
export type Promised = Pick<Journal, 'fees' | 'limits' | 'review'>

/** What is written down of an article's promises: nothing of those from before it was. */
interface Kept {
  id: string
  promised: string | null
  /** Of the journal; null if none was published. */
  number: number | null
}

/**
 * The version of the journal under which an article was sent, in a query that has `articles` and, if there is one, its row of
 * `manuscript_promises`. Before the first version there is what that one says.
 */
export const PROMISED_VERSION = sql<number | null>`coalesce(manuscript_promises.journal_version,
  (select max(number) from journal_versions where journal_versions.at <= articles.created_at),
  (select min(number) from journal_versions))`

/** What was promised by these rows, by their ids: one query, or none if nothing has been published. */
export async function promisedBy(db: Db, rows: readonly Kept[]): Promise<Map<string, Promised>> {
  const numbers = [...new Set(rows.flatMap(({ number }) => (number === null ? [] : [Number(number)])))]
  const versions = numbers.length
    ? await db.selectFrom('journal_versions').select(['number', 'content']).where('number', 'in', numbers).execute()
    : []
  const values = new Map(versions.map(({ number, content }) => [number, valuesIn(contentOf(content))]))
  const made = new Map<string, Promised>()
  return new Map(
    rows.map(({ id, promised, number }) => {
      const key = `${number} ${promised}`
      const kept = promised === null ? {} : (JSON.parse(promised) as Record<string, Value>)
      const version = number === null ? undefined : values.get(Number(number))
      if (!made.has(key)) made.set(key, version ? journalOf({ ...version, ...kept }) : withKept(kept))
      return [id, made.get(key)!]
    }),
  )
}

/**
 * What each of these manuscripts was promised, by its id: the one place where that is asked. Two queries, whatever their number.
 * What is no promise, such as when the journal reminds people, is of the same version: dates that people were told stay.
 */
export async function promisedTo(db: Db, articleIds: readonly string[]): Promise<Map<string, Promised>> {
  if (!articleIds.length) return new Map()
  const rows = await db
    .selectFrom('articles')
    .leftJoin('manuscript_promises', 'manuscript_promises.article_id', 'articles.id')
    .select(['articles.id', 'manuscript_promises.promised', PROMISED_VERSION.as('number')])
    .where('articles.id', 'in', articleIds)
    .execute()
  return promisedBy(db, rows)
}

/** Nothing has been published yet: the journal is as it came. */
function withKept(kept: Readonly<Record<string, Value>>): Promised {
  const { fees, limits, review } = journal()
  return journalOf({ ...valuesOf({ fees, limits, review }), ...kept })
}

/** The same for one manuscript. */
export const promisedToOne = async (db: Db, articleId: string): Promise<Promised> =>
  (await promisedTo(db, [articleId])).get(articleId) ?? journal()
