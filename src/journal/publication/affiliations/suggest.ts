import { sql } from 'kysely'
import { AFFILIATIONS_SUGGESTED } from '../../../contract/api/contributors.ts'
import { distinctAffiliations, type Affiliation } from '../../../contract/rules/people/affiliations.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { holdsWord, wordsOf } from '../../../platform/database/search.ts'

/** Every keystroke is a search, so the number of articles searched is limited. */
const NEWEST_PUBLIC = 500
const NEWEST_OWN = 100

/**
 * Affiliations that contain every word: those in public articles, and those of people whom the caller named
 * in their own articles. Other articles, and reviewers suggested by others, are never read.
 */
export async function suggestAffiliations(db: Db, userId: string, q: string): Promise<Affiliation[]> {
  const words = wordsOf(q)
  if (!words.length) return []
  const newestPublic = db
    .selectFrom('public_articles')
    .select('id')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_PUBLIC)
  const newestOwn = db
    .selectFrom('articles')
    .select('id')
    .where('submitter_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_OWN)
  const authors = db.selectFrom('article_contributors').select('contributor_id')
  const namedByCaller = db
    .selectFrom('article_suggested_reviewers')
    .select('contributor_id')
    .where('named_by', '=', userId)
    .where('article_id', 'in', newestOwn)
  const readable = authors
    .where('article_id', 'in', newestPublic)
    .unionAll(authors.where('article_id', 'in', newestOwn))
    .unionAll(namedByCaller)
  const text = sql<string>`place.line || ' ' || place.institution || ' ' || coalesce(place.ror, '')`
  let query = db
    .selectFrom(readable.as('readable'))
    .innerJoin('contributor_affiliations as place', 'place.contributor_id', 'readable.contributor_id')
    .select(['place.institution', 'place.department', 'place.city', 'place.country', 'place.ror', 'place.line'])
    .groupBy(['place.institution', 'place.department', 'place.city', 'place.country', 'place.ror', 'place.line'])
    // The most complete first, then the most frequent.
    .orderBy(sql`case when place.ror is null then 1 else 0 end`)
    .orderBy(sql`case when place.country is null then 1 else 0 end`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('place.line')
    .limit(3 * AFFILIATIONS_SUGGESTED)
  for (const word of words) query = query.where(holdsWord(text, word))
  return distinctAffiliations(await query.execute()).slice(0, AFFILIATIONS_SUGGESTED)
}
