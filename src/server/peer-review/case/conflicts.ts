import { writeAuditEntry } from '../../audit.ts'
import type { Caller } from '../../call.ts'
import { send } from '../../cases/notify.ts'
import { lockCaseForEditor } from '../../cases/relation.ts'
import type { Tx } from '../../database/connect.ts'
import { DomainError, invalid, notFound } from '../../domain-error.ts'
import { newId, now } from '../../ids.ts'
import { noteRecusals } from '../../recusal.ts'
import { findConflicts } from '../../reviewers/find-conflicts.ts'

export const NOTHING_TO_WAIVE =
  'This reviewer has no conflict of interest that could be waived. Please reload the page.'
export const ANSWERED_ALREADY = 'This has been answered already. Please reload the page.'

/** Lets the reports of a reviewer count although they, or the journal, see a conflict of interest. */
export async function waiveConflict(
  tx: Tx,
  caller: Caller,
  { id, reviewerId, reason }: { id: string; reviewerId: string; reason: string },
): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  const assignments = await tx
    .selectFrom('review_assignments')
    .select('conflict_answer')
    .where('article_id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .execute()
  if (!assignments.length) throw notFound('Reviewer')
  const at = now()
  const waived = { waived_by: caller.userId, waived_reason: reason, waived_at: at }
  const { numUpdatedRows } = await tx
    .updateTable('conflicts')
    .set(waived)
    .where('article_id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .where('waived_at', 'is', null)
    .executeTakeFirst()
  const recorded = await tx
    .selectFrom('conflicts')
    .select('found')
    .where('article_id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .execute()
  const declares = assignments.some(({ conflict_answer }) => conflict_answer === 'declared')
  // What a reviewer declares is in the assignment: waiving it is what is recorded.
  const isNew = declares && !recorded.some(({ found }) => found === 'declared')
  if (isNew) {
    await tx
      .insertInto('conflicts')
      .values({
        id: newId(),
        article_id: id,
        reviewer_id: reviewerId,
        user_id: null,
        kind: 'other',
        found: 'declared',
        ...waived,
        created_at: at,
      })
      .execute()
  }
  if (numUpdatedRows === 0n && !isNew) throw new DomainError('conflict', NOTHING_TO_WAIVE)
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.waive-conflict',
    subject: id,
    // The reason, which may name people, is kept with the conflict: the log never forgets.
    after: { reviewerId },
  })
}

/** Allows the colleague whom a reviewer has named, who is sent a link, or refuses them. */
export async function answerCoReviewer(
  tx: Tx,
  caller: Caller,
  { id, coReviewerId }: { id: string; coReviewerId: string },
  allowed: boolean,
): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  const colleague = await tx
    .selectFrom('co_reviewers')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'co_reviewers.assignment_id')
    .selectAll('co_reviewers')
    .where('co_reviewers.id', '=', coReviewerId)
    .where('assignment.article_id', '=', id)
    .executeTakeFirst()
  if (!colleague) throw notFound('Co-reviewer')
  if (colleague.state !== 'asked') throw new DomainError('conflict', ANSWERED_ALREADY)
  if (allowed) {
    const person = { fullName: colleague.full_name, emails: [colleague.email], orcid: colleague.orcid, affiliation: '' }
    const [findings = []] = await findConflicts(tx, id, [person])
    const author = findings.find(({ weight }) => weight === 'impossible')
    if (author) throw invalid('coReviewerId', author.sentence)
  }
  await tx
    .updateTable('co_reviewers')
    .set({ state: allowed ? 'invited' : 'refused' })
    .where('id', '=', coReviewerId)
    .execute()
  if (allowed) await noteRecusals(tx, { articleId: id })
  const assignmentId = colleague.assignment_id
  await writeAuditEntry(tx, {
    actorId: caller.userId,
    action: 'article.answer-co-review',
    subject: id,
    after: { assignmentId, allowed },
  })
  if (allowed) {
    await send(tx, 'co-reviewer-invitation', colleague.email, { articleId: id, assignmentId, coReviewerId })
  }
}
