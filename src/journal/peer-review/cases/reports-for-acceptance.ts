import { sql } from 'kysely'
import { identityOf } from '../../../contract/rules/peer-review/conflicts.ts'
import type { ReportForAcceptance } from '../../../contract/rules/peer-review/independence.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { loadAddresses } from '../reviewers/queries.ts'
import { isByEditor, loadReports, validReports } from './report.ts'
import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { ReportRow } from '../../../platform/database/review-tables.ts'
import type { LoadedAssignment, LoadedCase } from './load-cases.ts'

/** The submitted reports of all rounds, with what decides whether they count as independent: three queries. */
export async function reportsForAcceptance(db: Db, articleId: string): Promise<ReportForAcceptance[]> {
  const rows = await db
    .selectFrom('review_assignments as assignment')
    .innerJoin('reviewers', 'reviewers.id', 'assignment.reviewer_id')
    .leftJoin('users', 'users.id', 'reviewers.user_id')
    // The first version: what is clarified later rests on the same reading.
    .leftJoin('review_reports as report', (join) =>
      join.onRef('report.assignment_id', '=', 'assignment.id').on('report.version', '=', 1),
    )
    .select((select) => [
      ...(['assignment.id', 'assignment.reviewer_id', 'assignment.label', 'assignment.email'] as const),
      ...(['assignment.source', 'users.role', 'report.sent_as'] as const),
      ...(['reviewers.full_name', 'reviewers.affiliation', 'reviewers.orcid', 'reviewers.user_id'] as const),
      select
        .exists(
          select
            .selectFrom('co_reviewers')
            .select(sql`1`.as('one'))
            .whereRef('co_reviewers.assignment_id', '=', 'assignment.id')
            .where('co_reviewers.state', '=', 'confirmed')
            .where('co_reviewers.conflict_text', 'is not', null),
        )
        .as('colleague'),
      // Of any round: what a reviewer declared in the first one still holds in the second.
      select
        .exists(
          select
            .selectFrom('review_assignments as other')
            .select(sql`1`.as('one'))
            .whereRef('other.article_id', '=', 'assignment.article_id')
            .whereRef('other.reviewer_id', '=', 'assignment.reviewer_id')
            .where('other.conflict_answer', '=', 'declared'),
        )
        .as('declared'),
    ])
    .where('assignment.article_id', '=', articleId)
    .where('assignment.state', '=', 'submitted')
    .orderBy('assignment.submitted_at')
    .orderBy('assignment.id')
    .execute()
  if (!rows.length) return []
  const reviewerIds = [...new Set(rows.map(({ reviewer_id }) => reviewer_id))]
  const conflicts = await db
    .selectFrom('conflicts')
    .select(['reviewer_id', 'kind', 'found', 'waived_at'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', 'in', reviewerIds)
    .execute()
  const ofReviewer = Map.groupBy(conflicts, ({ reviewer_id }) => reviewer_id!)
  const isWaived = (reviewerId: string, is: (conflict: (typeof conflicts)[number]) => boolean) =>
    (ofReviewer.get(reviewerId) ?? []).some((conflict) => conflict.waived_at !== null && is(conflict))
  const person = await loadPerson(db, rows, (reviewerId) =>
    isWaived(reviewerId, ({ kind }) => kind === 'same-reviewer'),
  )
  return rows.map(({ reviewer_id, label, source, role, sent_as, declared, colleague }) => ({
    reviewerId: reviewer_id,
    person: person(reviewer_id),
    label,
    suggestedByAuthor: source === 'author',
    editorialMember: isByEditor(sent_as, role),
    conflict:
      (ofReviewer.get(reviewer_id) ?? []).some(({ waived_at }) => waived_at === null) ||
      // Earlier versions of the program kept these with the assignment alone.
      (Boolean(declared) && !isWaived(reviewer_id, ({ found }) => found === 'declared')) ||
      (Boolean(colleague) && !isWaived(reviewer_id, ({ kind }) => kind === 'co-reviewer')),
  }))
}

interface Row {
  reviewer_id: string
  email: string
  full_name: string
  affiliation: string
  orcid: string | null
  user_id: string | null
}

/**
 * Who is behind each reviewer: two records that may be one person's are one, unless an editor has written down why they
 * are two. An erased reviewer is like nobody.
 */
async function loadPerson(
  db: Db,
  rows: readonly Row[],
  isDistinct: (reviewerId: string) => boolean,
): Promise<(reviewerId: string) => string> {
  const byId = Map.groupBy(rows, ({ reviewer_id }) => reviewer_id)
  const addresses = await loadAddresses(db, [...byId.keys()])
  const people = [...byId].map(([id, own]) => {
    const known = addresses.filter(({ reviewer_id }) => reviewer_id === id).map(({ email }) => email)
    const { full_name, affiliation, orcid, user_id } = own[0]!
    const emails = [...known, ...own.map(({ email }) => email)].map((email) => email.toLowerCase())
    return { id, identity: identityOf({ fullName: full_name, affiliation, orcid, userId: user_id, emails }) }
  })
  const person = new Map<string, string>()
  for (const { id, identity } of people) {
    const same = people.find((other) => {
      if (!person.has(other.id) || isDistinct(id) || isDistinct(other.id)) return false
      const likeness = likenessOf(identity, other.identity)?.likeness
      return likeness === 'same' || likeness === 'likely'
    })
    person.set(id, same ? person.get(same.id)! : id)
  }
  return (reviewerId) => person.get(reviewerId)!
}

/** A valid report, with the assignment that brought it. */
export interface ReportToDecideOn extends ReportRow {
  assignment: LoadedAssignment
  /** Of an earlier round: it came after that round's decision, and the authors do not have it yet. */
  isOfEarlierRound: boolean
}

/**
 * The reports that a decision made now has to take into account: those of the open round, and those that came
 * after an earlier decision and have not been given to the authors. Ordered by their labels.
 */
export async function reportsToDecideOn(
  db: Db,
  { assignments: all, rounds, decisions }: LoadedCase,
): Promise<ReportToDecideOn[]> {
  const assignments = all.toSorted(
    (one, other) => compare(one.label, other.label) || compare(one.created_at, other.created_at),
  )
  const reports = validReports(
    await loadReports(
      db,
      assignments.map(({ id }) => id),
    ),
  )
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const released = await releasedIds(db, decisions)
  const reportOf = new Map(reports.map((report) => [report.assignment_id, report]))
  return assignments.flatMap((assignment): ReportToDecideOn[] => {
    const report = reportOf.get(assignment.id)
    if (!report) return []
    const isOfEarlierRound = assignment.round_id !== round?.id
    if (isOfEarlierRound && (report.late_at === null || released.has(report.id))) return []
    return [{ ...report, assignment, isOfEarlierRound }]
  })
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function releasedIds(db: Db, decisions: LoadedCase['decisions']): Promise<Set<string>> {
  const standing = standingDecisions(decisions).map(({ id }) => id)
  if (!standing.length) return new Set()
  const rows = await db.selectFrom('report_releases').select('report_id').where('decision_id', 'in', standing).execute()
  return new Set(rows.map(({ report_id }) => report_id))
}
