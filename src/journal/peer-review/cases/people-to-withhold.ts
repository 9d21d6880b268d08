import type { SoughtPerson } from '../../../contract/rules/people/person-search.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** Of whom authors must not learn, as they are known: the reviewers of a case and the colleagues who help them, by
 * themselves or as the reviewer has typed them. */
export interface WithheldPerson extends SoughtPerson {
  names: string[]
  emails: string[]
  orcids: string[]
  affiliations: string[]
}

/**
 * Everybody who takes part in the review of an article, by its assignments in all rounds, or in one of them; four
 * queries. Those who were erased are in none, and neither are reviewers who sign: the colleagues who helped them are.
 */
export async function peopleToWithhold(
  db: Db,
  of: { articleId: string } | { assignmentId: string },
  signing: ReadonlySet<string> = new Set(),
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
  const reports = await db
    .selectFrom('review_reports')
    .select('to_editor')
    .where(
      'assignment_id',
      'in',
      assignments.map(({ id }) => id),
    )
    .where('to_editor', 'like', '%Worked with: %')
    .orderBy('id')
    .execute()
  const reviewers = new Map(assignments.map((one) => [one.reviewer_id, one]))
  return [
    ...[...reviewers.values()]
      .filter(({ reviewer_id }) => !signing.has(reviewer_id))
      .map(({ reviewer_id, full_name, orcid, affiliation }) => ({
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
    ...some(...reports.flatMap(({ to_editor }) => helpersIn(to_editor))).map((name) => ({
      ...{ names: name.includes('@') ? [] : [name], emails: name.includes('@') ? [name] : [] },
      ...{ orcids: [], affiliations: [] },
    })),
  ]
}

/** What a file is searched for: names, addresses and ORCID iDs; and affiliations. */
export const soughtIn = (people: readonly WithheldPerson[]): [names: string[], affiliations: string[]] => [
  people.flatMap(({ names, emails, orcids }) => [...names, ...emails, ...orcids]),
  people.flatMap(({ affiliations }) => affiliations),
]

const WORKED_WITH = '\n\nWorked with: '

/** The end of what a reviewer writes to the editor, with the helpers whom they have typed. */
export const withHelpers = (toEditor: string, helpers: string): string =>
  `${toEditor.trimEnd()}${WORKED_WITH}${helpers}`.trimStart()

/** The names of those helpers: what is within brackets, and what parts them, is none. */
function helpersIn(toEditor: string): string[] {
  const said = `\n\n${toEditor}`
  const at = said.lastIndexOf(WORKED_WITH)
  if (at < 0) return []
  return said
    .slice(at + WORKED_WITH.length)
    .split(/[,;&/()\n]|\band\b/)
    .map((name) => name.trim())
    .filter((name) => /\p{L}/u.test(name))
}

const some = (...values: (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => Boolean(value)) as string[]
