import { sql } from 'kysely'
import type { Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import type { Action } from '../../../contract/rules/accounts/actions.ts'
import type { Db } from '../../../platform/database/connect.ts'

export interface CaseEditor extends Candidate {
  userId: string
}

/** What only somebody does who edits a case; the log keeps it when they no longer do. */
const EDITING: readonly Action[] = [
  ...(['article.screen', 'article.invite-reviewers', 'article.cancel-review', 'article.change-review'] as const),
  ...(['article.decide', 'article.undo-decision', 'article.clarify', 'article.waive-conflict'] as const),
  ...(['article.answer-co-review', 'article.forward-report', 'article.recuse', 'article.change-editor'] as const),
]

/**
 * Who handles a case, its guest editors, those who were so before, and the editor who is asking: nobody
 * reviews what they edit. One query.
 */
export async function caseEditors(db: Db, articleId: string, callerId: string): Promise<CaseEditor[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'orcid'])
    .where((where) =>
      where.or([
        where('id', '=', callerId),
        where(
          'id',
          'in',
          where
            .selectFrom('audit_entries')
            .select('actor_id')
            .where('subject', '=', articleId)
            .where('action', 'in', EDITING)
            .where('actor_id', 'is not', null)
            .$castTo<{ actor_id: string }>(),
        ),
        // Somebody whom others have made its editor.
        where.exists(
          where
            .selectFrom('audit_entries')
            .select('audit_entries.id')
            .where('subject', '=', articleId)
            .where('action', '=', 'article.change-editor')
            .where(sql<boolean>`"after" like '%"editorId":"' || users.id || '"%'`),
        ),
        where(
          'id',
          'in',
          where
            .selectFrom('review_cases')
            .select('editor_id')
            .where('article_id', '=', articleId)
            .$castTo<{ editor_id: string }>(),
        ),
        where(
          'id',
          'in',
          where
            .selectFrom('case_editors')
            .select('user_id')
            .where('article_id', '=', articleId)
            .where('is_guest', '=', 1)
            .where('recused_at', 'is', null),
        ),
      ]),
    )
    .execute()
  return users.map(({ id, full_name, email, orcid }) => ({
    ...{ userId: id, fullName: full_name, emails: [email.toLowerCase()], orcid, affiliation: '' },
  }))
}
