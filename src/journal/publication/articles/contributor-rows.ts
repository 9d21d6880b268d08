import { sql } from 'kysely'
import { creditInOrder, type CreditRole, type SaidBy } from '../../../contract/rules/people/credit.ts'
import { affiliationText } from '../../../contract/rules/people/affiliations.ts'
import {
  isPublicRole,
  type Contributor,
  type ContributorRole,
  type PublicRole,
} from '../../../contract/rules/people/people.ts'
import { profileUrlOf } from '../../../contract/api/submission.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AffiliationRow } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'

/** A contributor with their affiliations, as stored. */
export interface LinkedContributor extends Contributor {
  id: string
  articleId: string
  position: number
  linkedAt: string
  createdAt: string
  /** Who gave this person this role; null for an import, or if not known. */
  namedBy: string | null
  orcidAuthenticatedAt: string | null
  profileUrl: string | null
  creditSaidBy: SaidBy | null
  /** What they have said of their own interests by link: null is no answer, '' none. */
  competingInterests: string | null
}

/** An author with their affiliations, as stored. */
export type LinkedAuthor = LinkedContributor & { role: PublicRole }

/** The authors of articles, by creation date and then position. */
export const loadAuthors = (db: Db, articleIds: readonly string[]): Promise<LinkedAuthor[]> =>
  loadPeople(db, 'article_contributors', articleIds) as Promise<LinkedAuthor[]>

/**
 * The same with the people whom the submitter or editors have named as reviewers, for those who may see them. The API
 * lists both together, reviewers by a role of their own.
 */
export const loadContributors = (db: Db, articleIds: readonly string[]): Promise<LinkedContributor[]> =>
  loadPeople(db, 'article_people', articleIds)

export const isAuthor = <P extends { role: ContributorRole }>(person: P): person is P & { role: PublicRole } =>
  isPublicRole(person.role)

const credits = sql<
  string | null
>`(select string_agg(role, ',') from contributor_credit where contributor_id = person.id)`.as('credits')
const saidBy = sql<SaidBy | null>`(select min(said_by) from contributor_credit where contributor_id = person.id)`.as(
  'said_by',
)

/** In one query: each row is a person with one of their affiliations, or with none. */
async function loadPeople(
  db: Db,
  table: 'article_contributors' | 'article_people',
  articleIds: readonly string[],
): Promise<LinkedContributor[]> {
  if (!articleIds.length) return []
  const rows = await db
    .selectFrom(`${table as 'article_people'} as link`)
    .innerJoin('contributors as person', 'person.id', 'link.contributor_id')
    .leftJoin('contributor_affiliations as place', 'place.contributor_id', 'person.id')
    .selectAll('person')
    .select(['link.article_id', 'link.role', 'link.position', 'link.created_at as linked_at', 'link.named_by'])
    .select(['place.institution', 'place.department', 'place.city', 'place.country', 'place.ror', 'place.line'])
    .select([credits, saidBy])
    .where('link.article_id', 'in', articleIds)
    .orderBy('person.created_at')
    .orderBy('link.position')
    .orderBy('place.position')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((ofPerson) => {
    const row = ofPerson[0]!
    const affiliations = ofPerson.flatMap(({ institution, department, city, country, ror, line }) =>
      line === null ? [] : [{ institution: institution!, department, city, country, ror, line }],
    )
    return {
      id: row.id,
      articleId: row.article_id,
      position: row.position,
      linkedAt: row.linked_at,
      createdAt: row.created_at,
      namedBy: row.named_by,
      orcidAuthenticatedAt: row.orcid_authenticated_at,
      profileUrl: row.profile_url,
      fullName: row.full_name,
      familyName: row.family_name,
      givenNames: row.given_names,
      isGroup: row.is_group === 1,
      email: row.email,
      affiliation: affiliationText(affiliations),
      affiliations,
      orcidId: row.orcid,
      role: row.role,
      credit: creditInOrder((row.credits?.split(',') ?? []) as CreditRole[]),
      creditSaidBy: row.said_by,
      competingInterests: row.competing_interests,
    }
  })
}

/** The person in a contributor row, without the row's own fields. */
export const contributorIn = ({
  fullName,
  familyName,
  givenNames,
  isGroup,
  email,
  affiliation,
  affiliations,
  orcidId,
  role,
  credit = [],
}: Omit<Contributor, 'credit'> & Partial<Pick<Contributor, 'credit'>>): Contributor => ({
  ...{ fullName, familyName, givenNames, isGroup, email, affiliation, affiliations, orcidId, role, credit },
})

/** Inserts new people. An iD that was typed in is not authenticated. */
export type NewContributor = Contributor & { orcidAuthenticated?: boolean }

/** Keeps what someone did, in place of what was stated before. `by`: whose word it is. */
export async function sayRoles(
  tx: Tx,
  contributorId: string,
  roles: readonly CreditRole[],
  by: SaidBy | null,
): Promise<void> {
  await tx.deleteFrom('contributor_credit').where('contributor_id', '=', contributorId).execute()
  const rows = creditInOrder(roles).map((role) => ({ contributor_id: contributorId, role, said_by: by }))
  if (rows.length) await tx.insertInto('contributor_credit').values(rows).execute()
}

/**
 * Inserts people as contributors of an article, in this order, starting at a position. A contributor belongs
 * to one article: the same person may have moved or changed their name in between.
 */
export async function insertContributors(
  tx: Tx,
  {
    articleId,
    namedBy,
    at,
    from = 0,
    saidBy,
  }: { articleId: string; namedBy: string | null; at: string; from?: number; saidBy: SaidBy | null },
  people: readonly NewContributor[],
): Promise<void> {
  const made = people.map((person, index) => ({ id: newId(), person, createdAt: at, position: from + index }))
  await insertPeople(tx, made, saidBy)
  await linkPeople(
    tx,
    articleId,
    made.map(({ id, person: { role }, position }) => ({ id, role, position, linkedAt: at, namedBy })),
  )
}

/** Links existing contributors to an article. */
export async function linkPeople(
  tx: Tx,
  articleId: string,
  people: readonly Pick<LinkedContributor, 'id' | 'role' | 'position' | 'linkedAt' | 'namedBy'>[],
): Promise<void> {
  const toRow = ({ id, position, linkedAt, namedBy }: (typeof people)[number]) => ({
    ...{ article_id: articleId, contributor_id: id, position, created_at: linkedAt, named_by: namedBy },
  })
  const authors = people.filter(isAuthor).map((person) => ({ ...toRow(person), role: person.role }))
  const reviewers = people.filter((person) => !isAuthor(person)).map(toRow)
  for (const some of inParts(authors)) await tx.insertInto('article_contributors').values(some).execute()
  for (const some of inParts(reviewers)) await tx.insertInto('article_suggested_reviewers').values(some).execute()
}

/** Takes the people from an article, or one of them. */
export async function unlinkPeople(tx: Tx, articleId: string, contributorId?: string): Promise<void> {
  for (const table of ['article_contributors', 'article_suggested_reviewers'] as const) {
    const links = tx.deleteFrom(table as 'article_suggested_reviewers').where('article_id', '=', articleId)
    await (contributorId === undefined ? links : links.where('contributor_id', '=', contributorId)).execute()
  }
}

/** Removes the suggested reviewers who have one of these addresses (in lower case). */
export async function eraseSuggestedReviewer(tx: Tx, { emails }: { emails: readonly string[] }): Promise<void> {
  if (!emails.length) return
  const found = await tx
    .selectFrom('article_suggested_reviewers as link')
    .innerJoin('contributors', 'contributors.id', 'link.contributor_id')
    .select(['contributors.id', 'link.article_id'])
    .where('contributors.email', '<>', '')
    .where((where) => where(where.fn<string>('lower', ['contributors.email']), 'in', emails))
    .execute()
  if (!found.length) return
  const ids = found.map(({ id }) => id)
  await tx.deleteFrom('article_suggested_reviewers').where('contributor_id', 'in', ids).execute()
  await tx.deleteFrom('contributors').where('id', 'in', ids).execute()
  await saveHeads(tx, [...new Set(found.map(({ article_id }) => article_id))])
}

export async function insertPeople(
  tx: Tx,
  people: readonly { id: string; person: NewContributor; createdAt: string }[],
  saidBy: SaidBy | null,
): Promise<void> {
  const rows = people.map(({ id, person, createdAt }) => ({
    id,
    ...columnsOf(person),
    orcid_authenticated_at: person.orcidAuthenticated ? createdAt : null,
    created_at: createdAt,
  }))
  for (const some of inParts(rows)) await tx.insertInto('contributors').values(some).execute()
  await insertAffiliations(tx, people)
  for (const { id, person } of people) if (person.credit.length) await sayRoles(tx, id, person.credit, saidBy)
}

/** Updates a person. A new iD is not authenticated just because the old one was. */
export async function updatePerson(
  tx: Tx,
  before: LinkedContributor,
  person: Contributor,
  saidBy: SaidBy,
): Promise<void> {
  await tx
    .updateTable('contributors')
    .set({ ...columnsOf(person), ...(person.orcidId === before.orcidId ? {} : { orcid_authenticated_at: null }) })
    .where('id', '=', before.id)
    .execute()
  await tx.deleteFrom('contributor_affiliations').where('contributor_id', '=', before.id).execute()
  await insertAffiliations(tx, [{ id: before.id, person }])
  if (person.credit.join() !== before.credit.join()) await sayRoles(tx, before.id, person.credit, saidBy)
}

const columnsOf = ({ fullName, familyName, givenNames, isGroup, email, orcidId }: Contributor) => ({
  full_name: fullName,
  family_name: familyName,
  given_names: givenNames,
  is_group: isGroup ? 1 : 0,
  email,
  orcid: orcidId,
  profile_url: profileUrlOf(orcidId),
})

async function insertAffiliations(tx: Tx, people: readonly { id: string; person: Contributor }[]): Promise<void> {
  const rows = people.flatMap(({ id, person }) =>
    person.affiliations.map(({ institution, department, city, country, ror, line }, position): AffiliationRow => ({
      ...{ contributor_id: id, position, institution, department, city, country, ror, line },
    })),
  )
  for (const some of inParts(rows)) await tx.insertInto('contributor_affiliations').values(some).execute()
}

/**
 * Inserts in batches: the number of parameters of one statement is limited, and a consortium may have more
 * authors than fit.
 */
export const inParts = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / 1000) }, (_, part) => rows.slice(part * 1000, part * 1000 + 1000))
