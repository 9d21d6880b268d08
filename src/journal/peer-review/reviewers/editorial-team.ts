import {
  editorialFinding,
  namesIn,
  type Candidate,
  type EditorialTeam,
} from '../../../contract/rules/peer-review/conflicts.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The accounts that administer the journal, and the names on the page of the editorial board: two queries. */
export async function readEditorialTeam(db: Db): Promise<EditorialTeam> {
  const administrators = await db
    .selectFrom('users')
    .select(['id as userId', 'full_name as fullName', 'email', 'orcid'])
    .where('role', '=', 'admin')
    .execute()
  const board = await db.selectFrom('editorial_members').select('members').execute()
  return { administrators, isOnBoard: namesIn(board.map(({ members }) => textOfHtml(members)).join('\n')) }
}

/** True if a person belongs to the editorial team: reviewers are outside of it. */
export const isEditorialMember = async (db: Db, person: Candidate): Promise<boolean> =>
  editorialFinding(person, await readEditorialTeam(db)) !== null
