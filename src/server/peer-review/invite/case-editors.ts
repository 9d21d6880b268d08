import { type Candidate } from '../../../contract/domain/conflicts.ts'
import type { Db } from '../../database/connect.ts'

export interface CaseEditor extends Candidate {
  userId: string
  /** False for somebody who has decided, and no longer edits. */
  edits: boolean
}

/** Who handles a case, its guest editors, and those who have decided: nobody reviews what they edit. Two queries. */
export async function caseEditors(db: Db, articleId: string): Promise<CaseEditor[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'orcid'])
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
  const deciders = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'orcid'])
    .where('id', 'in', (users) => users.selectFrom('decisions').select('decided_by').where('article_id', '=', articleId))
    .execute()
  const others = deciders.filter(({ id }) => !users.some((user) => user.id === id))
  const editor =
    (edits: boolean) =>
    ({ id, full_name, email, orcid }: (typeof users)[number]): CaseEditor => ({
      ...{ userId: id, fullName: full_name, emails: [email.toLowerCase()], orcid, affiliation: '', edits },
    })
  return [...users.map(editor(true)), ...others.map(editor(false))]
}
