import type { Candidate } from '../../../contract/domain/conflicts.ts'
import type { Db } from '../../database/connect.ts'

export interface CaseEditor {
  userId: string
  email: string
  orcid: string | null
}

/** Who handles a case, and its guest editors: nobody reviews what they edit. One query. */
export const caseEditors = (db: Db, articleId: string): Promise<CaseEditor[]> =>
  db
    .selectFrom('users')
    .select(['id as userId', 'email', 'orcid'])
    .where((where) =>
      where.or([
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

export const editsCase = (
  { userId, emails, orcid }: Pick<Candidate, 'userId' | 'emails' | 'orcid'>,
  editors: readonly CaseEditor[],
): boolean =>
  editors.some(
    (editor) =>
      editor.userId === userId ||
      emails.includes(editor.email.toLowerCase()) ||
      (orcid !== null && editor.orcid === orcid),
  )
