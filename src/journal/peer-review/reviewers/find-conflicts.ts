import { sql, type SqlBool } from 'kysely'
import {
  type Candidate,
  conflictsWithAuthors,
  editorialFinding,
  type Finding,
  JOINT_ARTICLE_YEARS,
  type JointArticle,
  jointArticles,
} from '../../../contract/rules/peer-review/conflicts.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { readEditorialTeam } from './queries.ts'
import { type Manuscript, readManuscript } from './manuscript.ts'

/**
 * What speaks against inviting each of these people to review an article, in their order: eight queries, however
 * many people there are.
 */
export const findConflicts = async (db: Db, articleId: string, people: readonly Candidate[]): Promise<Finding[][]> =>
  conflictsFor(db, await readManuscript(db, articleId), people)

/** The same for a manuscript that has been read. */
export async function conflictsFor(db: Db, manuscript: Manuscript, people: readonly Candidate[]): Promise<Finding[][]> {
  const together = jointArticles(await loadJointArticles(db, manuscript))
  const rors = await loadRors(db, people)
  const team = await readEditorialTeam(db)
  return people.map((person) => {
    const withAuthors = conflictsWithAuthors({ ...person, rors: rors(person) }, manuscript.authors)
    if (withAuthors.some(({ weight }) => weight === 'impossible')) return withAuthors
    const editorial = editorialFinding(person, team)
    return [...withAuthors, ...together(person), ...(editorial ? [editorial] : [])]
  })
}

/** So many articles of a manuscript's authors are compared, the newest: no group of authors has more in four years. */
const ARTICLES_MAX = 500

/** Contributors with one of these ORCID iDs, addresses (in lower case) or printed names, each found by its index. */
const isOneOf = ({ orcids, emails, names = [] }: { orcids: string[]; emails: string[]; names?: string[] }) =>
  sql<SqlBool>`(${sql.join(
    [
      ...(orcids.length ? [sql`contributors.orcid in (${sql.join(orcids)})`] : []),
      ...(emails.length
        ? [sql`(contributors.email <> '' and lower(contributors.email) in (${sql.join(emails)}))`]
        : []),
      ...(names.length ? [sql`contributors.full_name in (${sql.join(names)})`] : []),
    ],
    sql` or `,
  )})`

const identities = (people: readonly { orcid: string | null; emails: readonly string[] }[]) => ({
  orcids: [...new Set(people.flatMap(({ orcid }) => orcid ?? []))],
  emails: [...new Set(people.flatMap(({ emails }) => emails).map((email) => email.toLowerCase()))].filter(Boolean),
})

/** What a manuscript's authors have written here in the last years, the manuscript itself left out: two queries. */
async function loadJointArticles(db: Db, { id, authors }: Manuscript, now = new Date()): Promise<JointArticle[]> {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - JOINT_ARTICLE_YEARS)
  const known = identities(authors.map(({ orcid, email }) => ({ orcid, emails: [email] })))
  const names = [...new Set(authors.map(({ fullName }) => fullName))].filter(Boolean)
  if (!known.orcids.length && !known.emails.length && !names.length) return []
  const date = sql<string>`coalesce(articles.published_at, articles.received_on, articles.created_at)`
  const own = await db
    .selectFrom('contributors')
    .innerJoin('article_contributors as link', 'link.contributor_id', 'contributors.id')
    .innerJoin('articles', 'articles.id', 'link.article_id')
    .select(['link.article_id', 'contributors.full_name', 'contributors.email', 'contributors.orcid', 'published_at'])
    .select(date.as('dated'))
    .where(isOneOf({ ...known, names }))
    .where('articles.id', '<>', id)
    .where(date, '>=', since.toISOString())
    .orderBy(date, 'desc')
    .limit(ARTICLES_MAX)
    .execute()
  if (!own.length) return []
  const people = await loadAuthors(db, [...new Set(own.map(({ article_id }) => article_id))])
  const peopleOf = Map.groupBy(people, ({ articleId }) => articleId)
  return own.flatMap((row): JointArticle[] => {
    const email = row.email.toLowerCase()
    const isSame = (author: Manuscript['authors'][number]) =>
      (row.orcid !== null && row.orcid === author.orcid) || (email !== '' && email === author.email.toLowerCase())
    const same = authors.find(isSame)
    const author = same ?? authors.find(({ fullName }) => fullName === row.full_name)
    if (!author) return []
    return [
      {
        author: author.fullName,
        isSurely: same !== undefined,
        year: row.dated.slice(0, 4),
        isPublished: row.published_at !== null,
        people: (peopleOf.get(row.article_id) ?? []).map(({ orcidId, ...one }) => ({ ...one, orcid: orcidId })),
      },
    ]
  })
}

/** The ROR ids that this journal's articles give for candidates, by ORCID iD and by address: one query. */
async function loadRors(db: Db, candidates: readonly Candidate[]): Promise<(candidate: Candidate) => string[]> {
  const known = identities(candidates)
  if (!known.orcids.length && !known.emails.length) return () => []
  const rows = await db
    .selectFrom('contributors')
    .innerJoin('contributor_affiliations as place', 'place.contributor_id', 'contributors.id')
    .select(['contributors.email', 'contributors.orcid', 'place.ror'])
    .where(isOneOf(known))
    .where('place.ror', 'is not', null)
    .execute()
  const byKey = new Map<string, string[]>()
  for (const { email, orcid, ror } of rows) {
    for (const key of [email.toLowerCase(), orcid ?? '']) {
      if (key) byKey.set(key, [...(byKey.get(key) ?? []), ror!])
    }
  }
  return ({ orcid, emails }) =>
    [orcid ?? '', ...emails.map((email) => email.toLowerCase())].flatMap((key) => byKey.get(key) ?? [])
}
