import { sql } from 'kysely'
import { comparable } from '../../../contract/rules/people/affiliations.ts'
import { isOrcid } from '../../../contract/rules/people/identifiers.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The contributors of public articles, as authors. */
export const publicAuthors = (db: Db) =>
  db
    .selectFrom('contributors')
    .innerJoin('article_contributors', 'article_contributors.contributor_id', 'contributors.id')
    .innerJoin('public_articles as articles', 'articles.id', 'article_contributors.article_id')

export type Printed = Awaited<ReturnType<typeof printedWithOrcid>>[number]

/**
 * Every contributor who is the person with this key, those of the newest article first. Two contributors are the same
 * person if both are printed with the same ORCID iD; or, if neither has one, if they have the same name and the same
 * email address. A name with an affiliation is not enough: there are departments with two people of one name.
 * Everything is read as it is now, so that a corrected or removed contributor is nobody.
 */
export async function printedAs(db: Db, key: string): Promise<Printed[]> {
  const orcid = key.toUpperCase()
  if (isOrcid(orcid)) return printedWithOrcid(db, orcid)
  const [one] = await asPrinted(publicAuthors(db).where('contributors.id', '=', key)).execute()
  if (!one) return []
  if (one.orcid !== null) return printedWithOrcid(db, one.orcid)
  if (one.email === '') return [one]
  const name = comparable(one.full_name)
  const sameAddress = await asPrinted(
    publicAuthors(db)
      .where(sql`lower(contributors.email)`, '=', one.email.toLowerCase())
      .where('contributors.email', '<>', '')
      .where('contributors.orcid', 'is', null),
  ).execute()
  return sameAddress.filter(({ full_name }) => comparable(full_name) === name)
}

const printedWithOrcid = (db: Db, orcid: string) =>
  asPrinted(publicAuthors(db).where('contributors.orcid', '=', orcid)).execute()

const asPrinted = (authors: ReturnType<typeof publicAuthors>) =>
  authors
    .select(['contributors.id', 'full_name', 'is_group', 'email', 'orcid', 'orcid_authenticated_at', 'article_id'])
    .select('contributors.created_at')
    .orderBy('articles.published_at', 'desc')
    .orderBy('articles.id', 'desc')
    .orderBy('position')
