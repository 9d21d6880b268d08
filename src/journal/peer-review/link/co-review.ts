import { COLLEAGUES_ENOUGH, COLLEAGUES_MAX } from '../../../contract/api/reviews.ts'
import { conflictsWithAuthors, identityOf, type Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import {
  moveCoReview,
  REPORT_NOT_OPEN,
  type CoReviewMove,
} from '../../../contract/rules/peer-review/assignment-moves.ts'
import { likenessOf, mailboxOf } from '../../../contract/rules/people/same-person.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { lockAssignment } from '../cases/assignments.ts'
import { isWaivedForColleague, ofReviewer } from '../cases/declared-conflicts.ts'
import { notifyEditors } from '../cases/notify.ts'
import type { Consent } from '../cases/respond.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, CoReviewerRow } from '../../../platform/database/review-tables.ts'
import { DomainError, invalid, notFound, refuse } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { noteRecusals } from '../recusal.ts'
import { cleanAgain } from '../reviewers/outdated-copies.ts'
import { readManuscript } from '../reviewers/manuscript.ts'
import { loadAddresses } from '../reviewers/queries.ts'

export interface Colleague {
  fullName: string
  email: string
  orcid: string | null
}

/** A reviewer names a colleague; nobody hears of it but the editor, who allows it or not. */
export async function nameColleague(tx: Tx, assignmentId: string, colleague: Colleague): Promise<void> {
  const { assignment, article } = await lockAssignment(tx, assignmentId)
  if (assignment.state !== 'agreed') throw new DomainError('conflict', REPORT_NOT_OPEN)
  const email = colleague.email.toLowerCase()
  const named = await tx.selectFrom('co_reviewers').select('email').where('assignment_id', '=', assignmentId).execute()
  // The same name sent twice is one.
  if (named.some((one) => mailboxOf(one.email) === mailboxOf(email))) return
  if (named.length >= COLLEAGUES_MAX) throw new DomainError('conflict', COLLEAGUES_ENOUGH)
  await refuseOneselfAndAuthors(tx, assignment, { ...colleague, email })
  const id = newId()
  await tx
    .insertInto('co_reviewers')
    .values({
      ...{ id, assignment_id: assignmentId, full_name: colleague.fullName, email, orcid: colleague.orcid },
      ...{ state: 'asked', conflict_text: null, confirmed_at: null, created_at: now() },
    })
    .execute()
  await cleanAgain(tx, { assignmentId })
  await writeAuditEntry(tx, null, 'article.co-review', article.id, {
    after: { assignmentId, coReviewerId: id, state: 'asked' },
  })
  await notifyEditors(tx, 'editor-co-review', { articleId: article.id, assignmentId, coReviewerId: id })
}

/**
 * A reviewer knows who they are and who the authors are. Whether the colleague is another reviewer or an editor is
 * compared when the editor allows it: a refusal here would tell who else reviews.
 */
async function refuseOneselfAndAuthors(tx: Tx, assignment: AssignmentRow, colleague: Colleague): Promise<void> {
  const { fullName, email, orcid } = colleague
  const candidate: Candidate = { fullName, emails: [email], orcid, affiliation: '' }
  const reviewer = await tx
    .selectFrom('reviewers')
    .select(['full_name', 'orcid'])
    .where('id', '=', assignment.reviewer_id)
    .executeTakeFirstOrThrow()
  const known = (await loadAddresses(tx, [assignment.reviewer_id])).map((address) => address.email)
  const own = likenessOf(identityOf(candidate), {
    ...{ fullName: reviewer.full_name, orcid: reviewer.orcid },
    emails: [assignment.email, ...known],
  })
  if (own?.likeness === 'same') {
    throw own.by === 'ORCID iD'
      ? invalid('orcid', 'This is your own ORCID iD')
      : invalid('email', 'This is your own address')
  }
  const { authors } = await readManuscript(tx, assignment.article_id)
  const author = conflictsWithAuthors(candidate, authors).find(({ weight }) => weight === 'impossible')
  if (!author) return
  const isOrcid = orcid !== null && authors.some((one) => one.orcid === orcid)
  throw isOrcid
    ? invalid('orcid', 'This is the ORCID iD of an author')
    : invalid('email', 'This is the address of an author')
}

/** A colleague's answer: they may read the manuscript only once they have confirmed. The same answer twice is one. */
export async function answerCoReview(
  tx: Tx,
  { assignmentId, coReviewerId }: { assignmentId: string; coReviewerId: string },
  answer: CoReviewMove,
  conflict: Consent['conflict'] | undefined,
): Promise<void> {
  const { assignment, article } = await lockAssignment(tx, assignmentId)
  const coReviewer = await tx
    .selectFrom('co_reviewers')
    .selectAll()
    .where('id', '=', coReviewerId)
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirst()
  if (!coReviewer) throw notFound('Review')
  const next = moveCoReview(coReviewer.state, answer, assignment.state)
  if ('kind' in next) return refuse(next)
  const declared = conflict?.answer === 'declared' ? conflict.text : null
  const toDecide = next.state === 'confirmed' ? await conflictToDecide(tx, assignment, coReviewer, declared) : null
  // Who declares a conflict of interest is let in by an editor.
  const state = toDecide === null ? next.state : 'invited'
  const conflict_text = toDecide ?? declared ?? coReviewer.conflict_text
  if (state === coReviewer.state && conflict_text === coReviewer.conflict_text) return
  await tx
    .updateTable('co_reviewers')
    .set({ state, conflict_text, confirmed_at: state === 'confirmed' ? now() : null })
    .where('id', '=', coReviewerId)
    .execute()
  await noteRecusals(tx, { articleId: article.id })
  await writeAuditEntry(tx, null, 'article.co-review', article.id, { after: { assignmentId, coReviewerId, state } })
  if (toDecide !== null) {
    await notifyEditors(tx, 'editor-conflict-declared', { articleId: article.id, assignmentId, coReviewerId })
  }
}

/** What an editor has to decide on before the colleague reads anything, told now or before; null if nothing is. */
async function conflictToDecide(
  tx: Tx,
  assignment: AssignmentRow,
  { conflict_text, state }: CoReviewerRow,
  declared: string | null,
): Promise<string | null> {
  if (state === 'confirmed') return null
  const told = declared ?? conflict_text
  return told === null || (await isWaivedForColleague(tx, ofReviewer(assignment), told)) ? null : told
}
