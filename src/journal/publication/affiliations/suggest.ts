import { sql } from 'kysely'
import { AFFILIATIONS_SUGGESTED } from '../../../contract/api/contributors.ts'
import { distinctAffiliations, type Affiliation } from '../../../contract/rules/people/affiliations.ts'
import { PUBLIC_CONTRIBUTOR_ROLES } from '../../../contract/rules/people/people.ts'
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
  const readable = db
    .selectFrom(newestPublic.as('newest'))
    .select(['id', sql<number>`0`.as('own')])
    .unionAll(db.selectFrom(newestOwn.as('mine')).select(['id', sql<number>`1`.as('own')]))
  const text = sql<string>`place.line || ' ' || place.institution || ' ' || coalesce(place.ror, '')`
  let query = db
    .selectFrom(readable.as('readable'))
    .innerJoin('article_contributors as link', 'link.article_id', 'readable.id')
    .innerJoin('contributor_affiliations as place', 'place.contributor_id', 'link.contributor_id')
    .select(['place.institution', 'place.department', 'place.city', 'place.country', 'place.ror', 'place.line'])
    .where(({ or, and, eb }) =>
      or([
        eb('link.role', 'in', PUBLIC_CONTRIBUTOR_ROLES),
        and([eb('readable.own', '=', 1), eb('link.named_by', '=', userId)]),
      ]),
    )
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
