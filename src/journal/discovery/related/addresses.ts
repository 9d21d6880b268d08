import { paths } from '../../../contract/rules/site/paths.ts'
import { PUBLIC_CONTRIBUTOR_ROLES } from '../../../contract/rules/people/people.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** So many of each are listed: a sitemap has room for 50,000 addresses in all. */
const MOST = 20_000

/**
 * The pages of keywords and authors, for the sitemap, in a fixed order. Authors without an ORCID iD are left out, as
 * their pages are not indexed.
 */
export async function browsingAddresses(db: Db): Promise<string[]> {
  const keywords = await db
    .selectFrom('article_terms')
    .innerJoin('public_articles as articles', 'articles.id', 'article_terms.article_id')
    .select('article_terms.key')
    .where('article_terms.kind', '=', 'keyword')
    .distinct()
    .orderBy('article_terms.key')
    .limit(MOST)
    .execute()
  const authors = await db
    .selectFrom('contributors')
    .innerJoin('article_contributors', 'article_contributors.contributor_id', 'contributors.id')
    .innerJoin('public_articles as articles', 'articles.id', 'article_contributors.article_id')
    .select('contributors.orcid')
    .where('contributors.orcid', 'is not', null)
    .where('article_contributors.role', 'in', PUBLIC_CONTRIBUTOR_ROLES)
    .distinct()
    .orderBy('contributors.orcid')
    .limit(MOST)
    .execute()
  return [...keywords.map(({ key }) => paths.keyword(key)), ...authors.map(({ orcid }) => paths.author(orcid!))]
}
