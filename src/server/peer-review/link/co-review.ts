import { COLLEAGUES_ENOUGH, COLLEAGUES_MAX } from '../../../contract/api/reviews.ts'
import {
  moveCoReview,
  REPORT_NOT_OPEN,
  type CoReviewMove,
} from '../../../contract/domain/peer-review/co-review-moves.ts'
import { writeAuditEntry } from '../../audit.ts'
import { lockAssignment } from '../../cases/assignments.ts'
import { notifyEditors } from '../../cases/notify.ts'
import type { Consent } from '../../cases/respond.ts'
import type { Tx } from '../../database/connect.ts'
import { DomainError, invalid, notFound, refuse } from '../../domain-error.ts'
import { newId, now } from '../../ids.ts'
import { noteRecusals } from '../../recusal.ts'

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
  if (named.some((one) => one.email === email)) return
  if (named.length >= COLLEAGUES_MAX) throw new DomainError('conflict', COLLEAGUES_ENOUGH)
  if (email === assignment.email.toLowerCase()) throw invalid('email', 'This is your own address')
  if (await isAuthor(tx, article.id, email)) throw invalid('email', 'This is the address of an author')
  const id = newId()
  await tx
    .insertInto('co_reviewers')
    .values({
      ...{ id, assignment_id: assignmentId, full_name: colleague.fullName, email, orcid: colleague.orcid },
      ...{ state: 'asked', conflict_text: null, confirmed_at: null, created_at: now() },
    })
    .execute()
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.co-review',
    subject: article.id,
    after: { assignmentId, coReviewerId: id, state: 'asked' },
  })
  await notifyEditors(tx, 'editor-co-review', { articleId: article.id, assignmentId, coReviewerId: id })
}

async function isAuthor(tx: Tx, articleId: string, email: string): Promise<boolean> {
  const author = await tx
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .select('contributors.id')
    .where('article_contributors.article_id', '=', articleId)
    .where('article_contributors.role', '<>', 'Reviewer')
    .where(({ fn, eb }) => eb(fn('lower', ['contributors.email']), '=', email))
    .executeTakeFirst()
  const submitter = await tx
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select('users.id')
    .where('articles.id', '=', articleId)
    .where('users.email', '=', email)
    .executeTakeFirst()
  return author !== undefined || submitter !== undefined
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
  if (next.state === coReviewer.state) return
  await tx
    .updateTable('co_reviewers')
    .set({
      state: next.state,
      conflict_text: conflict?.answer === 'declared' ? conflict.text : null,
      confirmed_at: next.state === 'confirmed' ? now() : null,
    })
    .where('id', '=', coReviewerId)
    .execute()
  await noteRecusals(tx, { articleId: article.id })
  await writeAuditEntry(tx, {
    actorId: null,
    action: 'article.co-review',
    subject: article.id,
    after: { assignmentId, coReviewerId, state: next.state },
  })
}
