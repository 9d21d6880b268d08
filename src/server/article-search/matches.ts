import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { newestBodies, rankedBodies, rankedHeads, type Condition, type Found } from './expression.ts'

/** So many matches are looked at, counted and ordered, the best ones. */
export const MOST_MATCHES = 1_000

/** A public article that matches, with what it is filtered and ordered by. */
export interface Match {
  no: number
  articleId: string
  title: string
  publishedAt: string
  categoryId: string
  volumeId: string | null
  authors: string
}

export interface Matches {
  found: Match[]
  limited: boolean
}

/**
 * The public articles that meet a condition, the best first: those whose head does before those whose text does. Of
 * very many the texts are not ranked.
 */
export async function findMatches(db: Db, condition: Condition): Promise<Matches> {
  if (!condition.length) return findNewest(db)
  const heads = await publicOnes(db, rankedHeads(db, condition, MOST_MATCHES + 1))
  if (heads.length > MOST_MATCHES) return { found: heads.slice(0, MOST_MATCHES), limited: true }
  let bodies = await publicOnes(db, newestBodies(db, condition, MOST_MATCHES + 1))
  const isRanked = bodies.length > heads.length && bodies.length <= MOST_MATCHES
  if (isRanked) bodies = await publicOnes(db, rankedBodies(db, condition, MOST_MATCHES))
  const known = new Set(heads.map(({ no }) => no))
  const found = [...heads, ...bodies.filter(({ no }) => !known.has(no))]
  return { found: found.slice(0, MOST_MATCHES), limited: found.length > MOST_MATCHES }
}

/** The newest public articles. */
export const findNewest = async (db: Db): Promise<Matches> => {
  const found = await publicOnes(
    db,
    sql`(select no, 0 as rank from search_articles order by published_at desc, no desc limit ${MOST_MATCHES + 1})`,
  )
  found.sort(newestFirst)
  return { found: found.slice(0, MOST_MATCHES), limited: found.length > MOST_MATCHES }
}

export const newestFirst = (one: Match, other: Match): number =>
  one.publishedAt === other.publishedAt ? other.no - one.no : one.publishedAt < other.publishedAt ? 1 : -1

/** What is public is asked of the heads at this moment, whatever the index says. */
export const publicOnes = (db: Db, found: Found): Promise<Match[]> =>
  db
    .selectFrom(found.as('found'))
    .crossJoin('article_heads as head')
    .whereRef('head.no', '=', 'found.no')
    .where('head.status', '=', 'published')
    .innerJoin('search_articles as indexed', 'indexed.no', 'head.no')
    .select(['head.no', 'head.article_id as articleId', 'indexed.title', 'indexed.published_at as publishedAt'])
    .select(['head.category_id as categoryId', 'head.volume_id as volumeId', 'indexed.authors'])
    .orderBy('found.rank')
    .orderBy('head.no', 'desc')
    .execute()
