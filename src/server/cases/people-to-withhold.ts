import type { SoughtPerson } from '../../contract/domain/person-search.ts'
import type { Db } from '../database/connect.ts'

/** Of whom authors must not learn, as they are known: the reviewers of a case and the colleagues who help them. */
export interface WithheldPerson extends SoughtPerson {
  names: string[]
  emails: string[]
  orcids: string[]
  affiliations: string[]
}

/**
 * Everybody who takes part in the review of an article, by its assignments in all rounds, or in one of them; three
 * queries. Those who were erased are in none.
 */
export async function peopleToWithhold(
  db: Db,
  of: { articleId: string } | { assignmentId: string },
): Promise<WithheldPerson[]> {
  let query = db
    .selectFrom('review_assignments as assignment')
    .innerJoin('reviewers', 'reviewers.id', 'assignment.reviewer_id')
    .select(['assignment.id', 'assignment.email', 'assignment.reviewer_id'])
    .select(['reviewers.full_name', 'reviewers.orcid', 'reviewers.affiliation'])
  query =
    'articleId' in of
      ? query.where('article_id', '=', of.articleId)
      : query.where('assignment.id', '=', of.assignmentId)
  const assignments = await query.orderBy('assignment.created_at').orderBy('assignment.id').execute()
  if (!assignments.length) return []
  const addresses = await db
    .selectFrom('reviewer_addresses')
    .select(['reviewer_id', 'email'])
    .where(
      'reviewer_id',
      'in',
      assignments.map(({ reviewer_id }) => reviewer_id),
    )
    .orderBy('email')
    .execute()
  const colleagues = await db
    .selectFrom('co_reviewers')
    .select(['full_name', 'email', 'orcid'])
    .where(
      'assignment_id',
      'in',
      assignments.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const reviewers = new Map(assignments.map((one) => [one.reviewer_id, one]))
  return [
    ...[...reviewers.values()].map(({ reviewer_id, full_name, orcid, affiliation }) => ({
      names: some(full_name),
      emails: some(
        ...assignments.filter((one) => one.reviewer_id === reviewer_id).map(({ email }) => email),
        ...addresses.filter((one) => one.reviewer_id === reviewer_id).map(({ email }) => email),
      ),
      orcids: some(orcid),
      affiliations: some(affiliation),
    })),
    ...colleagues.map(({ full_name, email, orcid }) => ({
      ...{ names: some(full_name), emails: some(email), orcids: some(orcid), affiliations: [] },
    })),
  ]
}

const some = (...values: (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => Boolean(value)) as string[]
