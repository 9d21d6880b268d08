import { DAY_MS } from '../../../contract/rules/text/durations.ts'
import { lockCase } from '../cases/case-rows.ts'
import { findReviewLink } from '../cases/links.ts'
import { notifyEditors } from '../cases/notify.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'

/**
 * Sends a fresh link to the address that was invited, whatever has become of the one in hand: it may have expired
 * or ended because the invitation went to another address. Does nothing for a secret that was never a link's. The
 * secret has 256 bits, so the time that the answer takes tells nothing that could be guessed.
 */
export async function sendFreshLink(tx: Tx, secret: string): Promise<void> {
  const link = await findReviewLink(tx, secret)
  if (!link) return
  const { assignmentId, coReviewerId } = link
  const assignment = await tx
    .selectFrom('review_assignments')
    .innerJoin('articles', 'articles.id', 'review_assignments.article_id')
    .select(['article_id', 'email'])
    .where('review_assignments.id', '=', assignmentId)
    .where('email', '<>', '')
    .executeTakeFirst()
  if (!assignment) return
  const { article_id: articleId, email } = assignment
  // One after the other, so that two at once do not both pass the limit.
  await lockCase(tx, articleId)
  if (coReviewerId === null) {
    await enqueueWithin(tx, { kind: 'reviewer-link', recipient: email, data: { articleId, assignmentId } })
    return
  }
  const colleague = await colleagueOf(tx, coReviewerId)
  if (!colleague) return
  const data = { articleId, assignmentId, coReviewerId }
  await enqueueWithin(tx, { kind: 'co-reviewer-invitation', recipient: colleague.email, data })
}

const colleagueOf = (db: Db, id: string) =>
  db
    .selectFrom('co_reviewers')
    .select('email')
    .where('id', '=', id)
    .where('email', '<>', '')
    .where('state', 'in', ['invited', 'confirmed'])
    .executeTakeFirst()

/** Tells the editor that a link has reached somebody else; at most once a day for each review. */
export async function tellOfStrayLink(tx: Tx, assignmentId: string): Promise<void> {
  const { article_id: articleId } = await tx
    .selectFrom('review_assignments')
    .select('article_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  await lockCase(tx, articleId)
  const told = await tx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'editor-link-astray')
    .where('assignment_id', '=', assignmentId)
    .where('created_at', '>', new Date(Date.now() - DAY_MS).toISOString())
    .executeTakeFirst()
  if (!told) await notifyEditors(tx, 'editor-link-astray', { articleId, assignmentId })
}
