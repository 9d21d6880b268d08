import type { Tx } from '../../../platform/database/connect.ts'
import { forgetRecipient } from '../../../platform/email/withdraw.ts'
import { now } from '../../../platform/ids.ts'
import { AS_REVIEWER, noteRecusals } from '../recusal.ts'
import { lockAssignment } from './assignments.ts'
import { endAssignment, inviteStandby } from './invite.ts'
import { eraseConsents } from '../published/consent.ts'
import { mayGoToAuthors } from './report-files.ts'

/**
 * Erases what peer review stores about a reviewer. Open work is cancelled first, and the next of the standby list is
 * invited. Addresses, links, drafts, declarations, emails and the files as they were uploaded go; reports, their
 * cleaned files and all counts stay. `emails` are in lower case.
 */
export async function eraseFromCases(tx: Tx, { id, emails }: { id: string; emails: readonly string[] }): Promise<void> {
  const assignments = await tx
    .selectFrom('review_assignments')
    .select(['id', 'article_id', 'state'])
    .where('reviewer_id', '=', id)
    .orderBy('id')
    .execute()
  for (const assignment of assignments) {
    if (['standby', 'invited', 'agreed'].includes(assignment.state)) await endOpenWork(tx, assignment.id)
    await forgetRecipient(tx, assignment.id)
    await forgetFiles(tx, assignment.id)
  }
  const ids = assignments.map((assignment) => assignment.id)
  if (ids.length) {
    await tx.deleteFrom('review_links').where('assignment_id', 'in', ids).where('co_reviewer_id', 'is', null).execute()
    await tx.deleteFrom('reviewer_messages').where('assignment_id', 'in', ids).execute()
    await tx.deleteFrom('review_drafts').where('assignment_id', 'in', ids).execute()
    await tx
      .updateTable('review_assignments')
      .set({ email: '', message: null, decline_text: null, conflict_text: null, clarify_text: null })
      .where('id', 'in', ids)
      .execute()
    await tx.updateTable('conflicts').set({ text: null }).where('reviewer_id', '=', id).execute()
    await eraseConsents(tx, id)
  }
  await forgetCoReviewer(tx, emails)
  await forgetRecusals(
    tx,
    assignments.map(({ article_id }) => article_id),
    emails,
  )
}

/**
 * That an account belongs to a reviewer of these cases is forgotten as well, unless it could edit them: an editor who
 * has reviewed a manuscript stays recused from it.
 */
async function forgetRecusals(tx: Tx, articleIds: readonly string[], emails: readonly string[]): Promise<void> {
  if (!articleIds.length) return
  // Whose account was found by an ORCID iD or a link to the reviewer cannot be found by it any more; all others can.
  await tx
    .deleteFrom('case_recusals')
    .where('article_id', 'in', articleIds)
    .where('cause', 'in', AS_REVIEWER)
    .where('lifted_at', 'is', null)
    .where('user_id', 'in', neverEditors(tx))
    .execute()
  for (const articleId of new Set(articleIds)) await noteRecusals(tx, { articleId })
  if (!emails.length) return
  await tx
    .deleteFrom('case_recusals')
    .where('article_id', 'in', articleIds)
    .where('cause', 'in', AS_REVIEWER)
    .where(({ eb }) =>
      eb(
        'user_id',
        'in',
        neverEditors(tx).where((where) => where(where.fn<string>('lower', ['email']), 'in', emails)),
      ),
    )
    .execute()
}

/** Accounts that no case can be given to: neither an administrator's, nor that of someone who is or was a section editor. */
const neverEditors = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('role', '<>', 'admin')
    .where('id', 'not in', (duties) => duties.selectFrom('duties').select('user_id').where('duty', '=', 'section'))

async function endOpenWork(tx: Tx, assignmentId: string): Promise<void> {
  const locked = await lockAssignment(tx, assignmentId)
  if (locked.round.closed_at !== null) return
  const at = now()
  await endAssignment(tx, locked, { by: 'system', reason: 'erased', at })
  if (locked.assignment.state !== 'standby') await inviteStandby(tx, locked, at)
}

/**
 * What was uploaded may name its author, and so may a copy that nobody has looked at: only copies that may go to the
 * authors stay. All other files belong to nothing any more, and are swept.
 */
async function forgetFiles(tx: Tx, assignmentId: string): Promise<void> {
  await tx
    .deleteFrom('review_files')
    .where('assignment_id', '=', assignmentId)
    .where((where) => where.not(mayGoToAuthors(where)))
    .execute()
  await tx
    .updateTable('review_files')
    .set(({ ref }) => ({ file_id: ref('cleaned_file_id').$notNull() }))
    .where('assignment_id', '=', assignmentId)
    .execute()
}

/** The same person as a colleague whom another reviewer has named. */
async function forgetCoReviewer(tx: Tx, emails: readonly string[]): Promise<void> {
  if (!emails.length) return
  const found = await tx
    .selectFrom('co_reviewers')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'co_reviewers.assignment_id')
    .select(['co_reviewers.id', 'co_reviewers.conflict_text', 'assignment.article_id', 'assignment.reviewer_id'])
    .where((where) => where(where.fn<string>('lower', ['co_reviewers.email']), 'in', emails))
    .execute()
  const ids = found.map(({ id }) => id)
  if (!ids.length) return
  for (const { article_id, reviewer_id, conflict_text } of found) {
    // What a colleague has told is kept, once it is waived, with the reviewer whom they help.
    await tx
      .updateTable('conflicts')
      .set({ text: null })
      .where('article_id', '=', article_id)
      .where('reviewer_id', '=', reviewer_id)
      .where('kind', '=', 'co-reviewer')
      .where('text', '=', conflict_text)
      .execute()
  }
  await tx.deleteFrom('review_links').where('co_reviewer_id', 'in', ids).execute()
  await tx
    .updateTable('co_reviewers')
    .set({ full_name: '', email: '', orcid: null, conflict_text: null })
    .where('id', 'in', ids)
    .execute()
  // Nobody is left whom an editor could allow.
  await tx
    .updateTable('co_reviewers')
    .set({ state: 'refused' })
    .where('id', 'in', ids)
    .where('state', 'in', ['asked', 'invited'])
    .execute()
}
