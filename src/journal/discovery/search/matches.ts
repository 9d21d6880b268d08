import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import { type Condition, type Found, headsThenBodies, newestBodies, type Phrase, rankedBodies } from './query.ts'

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
  /** 0: its head matches; 1: its text does. */
  tier: number
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
  const all = await publicOnes(db, headsThenBodies(db, condition, MOST_MATCHES + 1))
  const heads = all.filter(({ tier }) => tier === 0)
  const known = new Set(heads.map(({ no }) => no))
  let rest = all.filter(({ no, tier }) => tier === 1 && !known.has(no))
  const limited = heads.length + rest.length > MOST_MATCHES
  if (rest.length > 1 && !limited) {
    const bodies = await publicOnes(db, rankedBodies(db, condition, MOST_MATCHES))
    rest = bodies.filter(({ no }) => !known.has(no))
  }
  return { found: [...heads, ...rest].slice(0, MOST_MATCHES), limited }
}

/** The newest public articles. */
export const findNewest = async (db: Db): Promise<Matches> => {
  const found = await publicOnes(
    db,
    sql`(select no, 0 as rank, 0 as tier from search_articles order by published_at desc, no desc limit ${MOST_MATCHES + 1})`,
  )
  found.sort(newestFirst)
  return { found: found.slice(0, MOST_MATCHES), limited: found.length > MOST_MATCHES }
}

export const newestFirst = (one: Match, other: Match): number =>
  one.publishedAt === other.publishedAt ? other.no - one.no : one.publishedAt < other.publishedAt ? 1 : -1

/** So many of the newest articles that say something may have been archived and not yet been taken out of the index. */
const MOST_WITHDRAWN = 5

/**
 * Which of these phrases public articles say at this moment. The lists of known words and names keep those of articles
 * that are no longer public: nothing of them is answered before it has been asked here.
 */
export async function saidInPublic(db: Db, phrases: readonly Phrase[]): Promise<boolean[]> {
  if (!phrases.length) return []
  const said = phrases.map(
    (phrase, at) => sql`exists (select 1 from ${newestBodies(db, [[phrase]], MOST_WITHDRAWN)} as found
      join article_heads as head on head.no = found.no and head.status = 'published') as ${sql.ref(`said${at}`)}`,
  )
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(said)}`.execute(db)
  return phrases.map((_, at) => Boolean(rows[0]![`said${at}`]))
}

/** What is public is asked of the heads at this moment, whatever the index says. */
export const publicOnes = (db: Db, found: Found): Promise<Match[]> =>
  db
    .selectFrom(found.as('found'))
    .crossJoin('article_heads as head')
    .whereRef('head.no', '=', 'found.no')
    .where('head.status', '=', 'published')
    .innerJoin('search_articles as indexed', 'indexed.no', 'head.no')
    .select(['head.no', 'head.article_id as articleId', 'indexed.title', 'indexed.published_at as publishedAt'])
    .select(['head.category_id as categoryId', 'head.volume_id as volumeId', 'indexed.authors', 'found.tier'])
    .orderBy('found.tier')
    .orderBy('found.rank')
    .orderBy('head.no', 'desc')
    .execute()
