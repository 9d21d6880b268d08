import { sql } from 'kysely'
import { type Actor, isAdministrator } from '../../contract/rules/accounts/access.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { now } from '../../platform/ids.ts'
import { isUndecided } from '../peer-review/cases/accepted.ts'
import { withheldFromOfficer } from '../peer-review/recusal.ts'
import { editedArticles } from '../peer-review/who-sees.ts'

/**
 * Writes down that a fees officer can read, of every manuscript that is not decided and that they do not edit, whether there is a
 * request: if they come to edit it, `recusal.ts` keeps them from the decision. To be called before they are shown anything. All
 * manuscripts are noted and not only those with a request, because other editors see who has no part in a decision.
 */
export async function noteListReader(tx: Tx, { userId, role }: Pick<Actor, 'userId' | 'role'>): Promise<void> {
  // They edit every manuscript, so that the list shows them nothing.
  if (isAdministrator({ role })) return
  await sql`insert into waiver_list_readers (article_id, user_id, since)
    select review_cases.article_id, ${userId}, ${now()} from review_cases
      where ${isUndecided(new Date())}
        and not exists (select 1 from waiver_list_readers as noted
          where noted.article_id = review_cases.article_id and noted.user_id = ${userId})
        and review_cases.article_id not in ${editedArticles(userId)}
        and review_cases.article_id not in ${withheldFromOfficer(userId)}
    on conflict do nothing`.execute(tx)
}
