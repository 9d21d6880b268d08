import { sql } from 'kysely'
import type { ReportForAcceptance } from '../../contract/domain/peer-review/independence.ts'
import type { Db } from '../database/connect.ts'

/** The submitted reports of all rounds, with what decides whether they count as independent. */
export async function reportsForAcceptance(db: Db, articleId: string): Promise<ReportForAcceptance[]> {
  const rows = await db
    .selectFrom('review_assignments as assignment')
    .innerJoin('reviewers', 'reviewers.id', 'assignment.reviewer_id')
    .leftJoin('users', 'users.id', 'reviewers.user_id')
    .select((select) => [
      'assignment.reviewer_id',
      'assignment.source',
      'assignment.conflict_answer',
      'users.role',
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
    ])
    .where('assignment.article_id', '=', articleId)
    .where('assignment.state', '=', 'submitted')
    .execute()
  return rows.map((row) => ({
    reviewerId: row.reviewer_id,
    suggestedByAuthor: row.source === 'author',
    editorialMember: row.role === 'admin',
    conflict: Boolean(row.conflict),
  }))
}
