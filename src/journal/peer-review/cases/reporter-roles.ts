import { editorialFinding, type Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { readEditorialTeam } from '../reviewers/editorial-team.ts'

/** What somebody is to the journal: an administrator, a guest editor of the case, on the page of the editorial board. */
export type ReporterRole = 'editor' | 'guest' | 'board'

/** The reviewer of an assignment, and the colleagues who have confirmed that they help. */
async function reportersOf(db: Db, { id, reviewer_id, email }: AssignmentRow): Promise<Candidate[]> {
  const reviewer = await db
    .selectFrom('reviewers')
    .select(['full_name', 'affiliation', 'orcid', 'user_id'])
    .where('id', '=', reviewer_id)
    .executeTakeFirstOrThrow()
  const addresses = await db
    .selectFrom('reviewer_addresses')
    .select('email')
    .where('reviewer_id', '=', reviewer_id)
    .execute()
  const helpers = await db
    .selectFrom('co_reviewers')
    .select(['full_name', 'email', 'orcid'])
    .where('assignment_id', '=', id)
    .where('state', '=', 'confirmed')
    .execute()
  return [
    {
      fullName: reviewer.full_name,
      affiliation: reviewer.affiliation,
      orcid: reviewer.orcid,
      userId: reviewer.user_id,
      emails: [email, ...addresses.map((one) => one.email)].filter(Boolean).map((one) => one.toLowerCase()),
    },
    ...helpers.map((helper) => ({
      ...{ fullName: helper.full_name, affiliation: '', orcid: helper.orcid, userId: null },
      emails: [helper.email.toLowerCase()],
    })),
  ]
}

/**
 * What those who write this report are to the journal now. It is kept with the report, whose independence is judged by
 * it: another role later changes nothing.
 */
export async function rolesOfReporters(tx: Tx, assignment: AssignmentRow): Promise<ReporterRole[]> {
  const people = await reportersOf(tx, assignment)
  const team = await readEditorialTeam(tx)
  const guests = await tx
    .selectFrom('case_editors')
    .innerJoin('users', 'users.id', 'case_editors.user_id')
    .select(['users.id as userId', 'full_name as fullName', 'email', 'orcid'])
    .where('article_id', '=', assignment.article_id)
    .where('is_guest', '=', 1)
    .execute()
  const is = (some: typeof team) => people.some((person) => editorialFinding(person, some) !== null)
  const nobody = () => false
  const roles: ReporterRole[] = []
  if (is({ ...team, isOnBoard: nobody })) roles.push('editor')
  if (is({ administrators: guests, isOnBoard: nobody })) roles.push('guest')
  if (is({ ...team, administrators: [] })) {
    roles.push('board')
    await noteBoardMember(tx, assignment)
  }
  return roles
}

/** Somebody on the board may only have the same name as somebody there: an editor can waive it. */
async function noteBoardMember(tx: Tx, { article_id, reviewer_id }: AssignmentRow): Promise<void> {
  const known = await tx
    .selectFrom('conflicts')
    .select('id')
    .where('article_id', '=', article_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('kind', '=', 'editorial')
    .executeTakeFirst()
  if (known) return
  await tx
    .insertInto('conflicts')
    .values({
      ...{ id: newId(), article_id, reviewer_id, user_id: null, kind: 'editorial', found: 'computed' },
      ...{ waived_by: null, waived_reason: null, waived_at: null, created_at: now() },
    })
    .execute()
}

/** True if the report was written by somebody who edits; `roleNow` decides for reports from before this was kept. */
export function isByEditor(sentAs: string | null, roleNow: string | null): boolean {
  if (sentAs === null) return roleNow === 'admin'
  const roles = JSON.parse(sentAs) as ReporterRole[]
  return roles.includes('editor') || roles.includes('guest')
}
