import { affiliationText } from '../../../contract/rules/people/affiliations.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import { profileUrlOf } from '../../../contract/api/submission.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AffiliationRow, ContributorRow } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'

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
}

/** The contributors of articles, by creation date and then position. */
export async function contributorsOf(db: Db, articleIds: readonly string[]): Promise<LinkedContributor[]> {
  const people = await db
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .selectAll('contributors')
    .select(['article_id', 'role', 'position', 'article_contributors.created_at as linked_at', 'named_by'])
    .where('article_id', 'in', articleIds)
    .orderBy('contributors.created_at')
    .orderBy('position')
    .execute()
  const places = await db
    .selectFrom('article_contributors')
    .innerJoin(
      'contributor_affiliations',
      'contributor_affiliations.contributor_id',
      'article_contributors.contributor_id',
    )
    .selectAll('contributor_affiliations')
    .where('article_id', 'in', articleIds)
    .orderBy('contributor_affiliations.position')
    .execute()
  const placesOf = Map.groupBy(places, (place) => place.contributor_id)
  return people.map((row) => ({
    id: row.id,
    articleId: row.article_id,
    position: row.position,
    linkedAt: row.linked_at,
    createdAt: row.created_at,
    namedBy: row.named_by,
    orcidAuthenticatedAt: row.orcid_authenticated_at,
    profileUrl: row.profile_url,
    ...personOf(row, placesOf.get(row.id) ?? []),
    role: row.role,
  }))
}

const personOf = (row: ContributorRow, places: AffiliationRow[]): Omit<Contributor, 'role'> => {
  const affiliations = places.map(({ contributor_id: _, position: _at, ...affiliation }) => affiliation)
  return {
    fullName: row.full_name,
    familyName: row.family_name,
    givenNames: row.given_names,
    isGroup: row.is_group === 1,
    email: row.email,
    affiliation: affiliationText(affiliations),
    affiliations,
    orcidId: row.orcid,
  }
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
}: LinkedContributor): Contributor => ({
  ...{ fullName, familyName, givenNames, isGroup, email, affiliation, affiliations, orcidId, role },
})

/** Inserts new people. An iD that was typed in is not authenticated. */
export type NewContributor = Contributor & { orcidAuthenticated?: boolean }

/**
 * Inserts people as contributors of an article, in this order, starting at a position. A contributor belongs
 * to one article: the same person may have moved or changed their name in between.
 */
export async function insertContributors(
  tx: Tx,
  { articleId, namedBy, at, from = 0 }: { articleId: string; namedBy: string | null; at: string; from?: number },
  people: readonly NewContributor[],
): Promise<void> {
  const made = people.map((person, index) => ({ id: newId(), person, createdAt: at, position: from + index }))
  await insertPeople(tx, made)
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
  const rows = people.map(({ id, role, position, linkedAt, namedBy }) => ({
    ...{ article_id: articleId, contributor_id: id, role, position, created_at: linkedAt, named_by: namedBy },
  }))
  for (const some of inParts(rows)) await tx.insertInto('article_contributors').values(some).execute()
}

export async function insertPeople(
  tx: Tx,
  people: readonly { id: string; person: NewContributor; createdAt: string }[],
): Promise<void> {
  const rows = people.map(({ id, person, createdAt }) => ({
    id,
    ...columnsOf(person),
    orcid_authenticated_at: person.orcidAuthenticated ? createdAt : null,
    created_at: createdAt,
  }))
  for (const some of inParts(rows)) await tx.insertInto('contributors').values(some).execute()
  await insertAffiliations(tx, people)
}

/** Updates a person. A new iD is not authenticated just because the old one was. */
export async function updatePerson(tx: Tx, before: LinkedContributor, person: Contributor): Promise<void> {
  await tx
    .updateTable('contributors')
    .set({ ...columnsOf(person), ...(person.orcidId === before.orcidId ? {} : { orcid_authenticated_at: null }) })
    .where('id', '=', before.id)
    .execute()
  await tx.deleteFrom('contributor_affiliations').where('contributor_id', '=', before.id).execute()
  await insertAffiliations(tx, [{ id: before.id, person }])
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
const inParts = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / 1000) }, (_, part) => rows.slice(part * 1000, part * 1000 + 1000))
