import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { assignmentIn } from '../cases/assignments.ts'
import { waiveConflicts, waiveForColleagues } from '../cases/declared-conflicts.ts'
import { revokeLinksOfColleague } from '../cases/links.ts'
import { send } from '../cases/notify.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import { admitReviewer } from '../cases/respond.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { noteRecusals } from '../recusal.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { cautionsOfColleagues } from './read-people.ts'
import { newId, now } from '../../../platform/ids.ts'
import type { Cautions } from '../invite/cautions.ts'

export const NOTHING_TO_WAIVE =
  'This reviewer has no conflict of interest that could be waived. Please reload the page.'
export const ANSWERED_ALREADY = 'This has been answered already. Please reload the page.'

/**
 * Lets the reports of a reviewer count although they, or the journal, see a conflict of interest. A reviewer whose
 * answer has waited for this has agreed from now on, and so has a colleague who helps them.
 */
export async function waiveConflict(
  tx: Tx,
  caller: Caller,
  { id, reviewerId, reason }: { id: string; reviewerId: string; reason: string },
): Promise<void> {
  const locked = await lockCaseForEditor(tx, caller, id)
  const assignments = await tx
    .selectFrom('review_assignments as assignment')
    .innerJoin('review_rounds as round', 'round.id', 'assignment.round_id')
    .select(['assignment.id', 'assignment.state', 'assignment.conflict_answer', 'round.closed_at'])
    .where('assignment.article_id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .execute()
  if (!assignments.length) throw notFound('Reviewer')
  const [of, by] = [
    { articleId: id, reviewerId },
    { userId: caller.userId, reason },
  ]
  const isWaived = await waiveConflicts(tx, of, by)
  if (!(await waiveForColleagues(tx, of, by)) && !isWaived) throw new DomainError('conflict', NOTHING_TO_WAIVE)
  await writeAuditEntry(tx, caller.userId, 'article.waive-conflict', id, { after: { reviewerId } })
  for (const { id: assignmentId, state, conflict_answer, closed_at } of assignments) {
    if (closed_at !== null) continue
    if (conflictWaits(state, conflict_answer))
      await admitReviewer(tx, caller, await assignmentIn(tx, locked, assignmentId))
  }
}

/**
 * Allows the colleague whom a reviewer has named, who is sent a link, or refuses them. Who takes part is compared with
 * the authors, the editors and the other reviewers as someone who is invited is; the reviewer does not hear what was
 * found, because it would tell them who else reviews.
 */
export async function answerCoReviewer(
  tx: Tx,
  caller: Caller,
  hashes: AddressHashes,
  { id, coReviewerId, reason, allowed }: { id: string; coReviewerId: string; reason: string | null; allowed: boolean },
): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  const colleague = await tx
    .selectFrom('co_reviewers')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'co_reviewers.assignment_id')
    .selectAll('co_reviewers')
    .select('assignment.reviewer_id')
    .where('co_reviewers.id', '=', coReviewerId)
    .where('assignment.article_id', '=', id)
    .executeTakeFirst()
  if (!colleague) throw notFound('Co-reviewer')
  const conflictWaits = colleague.state === 'invited' && colleague.conflict_text !== null
  if (colleague.state !== 'asked' && !(conflictWaits && !allowed)) throw new DomainError('conflict', ANSWERED_ALREADY)
  if (allowed) {
    const [cautions] = await cautionsOfColleagues(tx, id, { hashes, callerId: caller.userId }, [colleague])
    const { whyNot, warnings, findings } = cautions!
    const { full_name: fullName, reviewer_id: reviewerId } = colleague
    if (whyNot !== null) throw invalid('coReviewerId', `${fullName} cannot take part. ${whyNot}`)
    if (warnings.length && reason === null) {
      throw invalid('reason', `Please give your reason for allowing ${fullName}: ${warnings.join('; ')}`)
    }
    // For the report that they write together it counts as the reviewer's own, and is waived with the same reason.
    await saveConflicts(tx, caller, id, {
      ...{ ...cautions!, isOpposed: false, reviewerId, waive: reason },
      findings: findings.filter(({ kind }) => kind !== 'declared'),
    })
  }
  await tx
    .updateTable('co_reviewers')
    .set({ state: allowed ? 'invited' : 'refused' })
    .where('id', '=', coReviewerId)
    .execute()
  if (allowed) await noteRecusals(tx, { articleId: id })
  if (conflictWaits) await revokeLinksOfColleague(tx, coReviewerId)
  const assignmentId = colleague.assignment_id
  await writeAuditEntry(tx, caller.userId, 'article.answer-co-review', id, { after: { assignmentId, allowed } })
  if (allowed) {
    await send(tx, 'co-reviewer-invitation', colleague.email, { articleId: id, assignmentId, coReviewerId })
  }
}

/**
 * Stores the conflicts of interest of someone who is being invited, once of each kind: their report does not count as
 * independent unless they are waived. An invitation against the authors' wish is kept with its reason, already waived:
 * that wish alone does not make a report dependent.
 */
export async function saveConflicts(
  tx: Tx,
  { userId }: Caller,
  articleId: string,
  { reviewerId, findings, isOpposed, waive }: Cautions & { reviewerId: string; waive: string | null },
): Promise<void> {
  const conflicts = findings.filter(({ weight }) => weight === 'conflict').map(({ kind }) => kind)
  // What a reviewer has declared is kept with the case already: here it can only be waived.
  const computed = conflicts.filter((kind) => kind !== 'declared')
  const kinds = [...new Set([...computed, ...(isOpposed ? (['other'] as const) : [])])]
  if (!conflicts.length && !isOpposed) return
  const at = now()
  const waived = waive === null ? {} : { waived_by: userId, waived_reason: waive, waived_at: at }
  const ofReviewer = { article_id: articleId, reviewer_id: reviewerId } as const
  const kept = await tx
    .selectFrom('conflicts')
    .select(['id', 'kind', 'found'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', '=', reviewerId)
    .execute()
  const isCached = (kind: string) => kept.some((one) => one.kind === kind && one.found === 'computed')
  for (const kind of kinds.filter((kind) => !isCached(kind))) {
    await tx
      .insertInto('conflicts')
      .values({
        ...{ id: newId(), ...ofReviewer, kind, found: 'computed', text: null, user_id: null, created_at: at },
        ...{ waived_by: null, waived_reason: null, waived_at: null, ...waived },
      })
      .execute()
  }
  if (waive === null) return
  if (conflicts.length) {
    const after = { reviewerId }
    await writeAuditEntry(tx, userId, 'article.waive-conflict', articleId, { after })
  }
  await waiveConflicts(tx, { articleId, reviewerId }, { userId, reason: waive })
}
