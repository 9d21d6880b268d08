import { sql } from 'kysely'
import type { ReportForAcceptance } from '../../contract/domain/peer-review/independence.ts'
import type { Db } from '../database/connect.ts'
import { isByEditor } from './reporter-roles.ts'

/** The submitted reports of all rounds, with what decides whether they count as independent. */
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
      'assignment.reviewer_id',
      'assignment.source',
      'assignment.conflict_answer',
      'users.role',
      'report.sent_as',
      select
        .exists(
          select
            .selectFrom('conflicts')
            .select(sql`1`.as('one'))
            .whereRef('conflicts.article_id', '=', 'assignment.article_id')
            .whereRef('conflicts.reviewer_id', '=', 'assignment.reviewer_id')
            .where('conflicts.waived_at', 'is', null),
        )
        .as('conflict'),
      select
        .exists(
          select
            .selectFrom('conflicts')
            .select(sql`1`.as('one'))
            .whereRef('conflicts.article_id', '=', 'assignment.article_id')
            .whereRef('conflicts.reviewer_id', '=', 'assignment.reviewer_id')
            .where('conflicts.found', '=', 'declared')
            .where('conflicts.waived_at', 'is not', null),
        )
        .as('waived'),
    ])
    .where('assignment.article_id', '=', articleId)
    .where('assignment.state', '=', 'submitted')
    .execute()
  return rows.map((row) => ({
    reviewerId: row.reviewer_id,
    suggestedByAuthor: row.source === 'author',
    editorialMember: isByEditor(row.sent_as, row.role),
    // What a reviewer declares is in the assignment; only its waiver is a row of its own.
    conflict: Boolean(row.conflict) || (row.conflict_answer === 'declared' && !row.waived),
  }))
}
