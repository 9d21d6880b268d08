import type { PublishAnswer, PublishChoice } from '../../../contract/rules/peer-review/published-reviews.ts'
import { stageSentence } from '../../../contract/rules/peer-review/case-moves.ts'
import type { AssignmentState } from '../../../contract/rules/peer-review/stages.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { AssignmentRow, PublishedReviewRow } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueReviewDeposits } from '../../publication/dois/enqueue-deposit.ts'
import { lockAssignment } from '../cases/assignments.ts'
import { changeCase } from '../cases/case-rows.ts'
import { lockCaseForAuthor } from '../cases/relation.ts'
import { markChanged } from './publish.ts'

export const NOT_ASKED = 'The invitation to this review did not ask whether your report may be published.'
export const ALREADY_UNSIGNED = 'Your report is published without your name, and that can no longer be changed.'
export const PUBLISHED_ALREADY = 'The reviews of this article have been published, and that can no longer be changed.'

/** Who has agreed to review; a cancelled report may still come, or have been published before. */
const TAKING_PART: readonly AssignmentState[] = ['agreed', 'submitted', 'cancelled']

/** What a reviewer has said about a manuscript, and what is public of it. */
export interface ReviewerConsent {
  choice: PublishChoice | null
  /** Null: nothing of the reviewer's is published. */
  published: 'named' | 'unsigned' | null
}

export async function consentOf(
  db: Db,
  { article_id, reviewer_id }: Pick<AssignmentRow, 'article_id' | 'reviewer_id'>,
): Promise<ReviewerConsent> {
  const row = await db
    .selectFrom('review_consents')
    .select('choice')
    .where('article_id', '=', article_id)
    .where('reviewer_id', '=', reviewer_id)
    .executeTakeFirst()
  const published = await publishedOf(db, { reviewerId: reviewer_id, articleId: article_id }).execute()
  return {
    choice: row?.choice ?? null,
    published: published.length ? (published.some(({ name }) => name !== null) ? 'named' : 'unsigned') : null,
  }
}

/** The published reports of a reviewer. */
const publishedOf = (db: Db, { reviewerId, articleId }: { reviewerId: string; articleId?: string }) =>
  db
    .selectFrom('published_reviews as published')
    .innerJoin('review_reports as report', 'report.id', 'published.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select(['published.id', 'published.doi', 'published.name', 'published.article_id'])
    .where('assignment.reviewer_id', '=', reviewerId)
    .$if(articleId !== undefined, (query) => query.where('assignment.article_id', '=', articleId!))

/**
 * Records what a reviewer says to the publication of their reports on a manuscript, in all its rounds. Once they are
 * published, all that can change is that the name goes. The same answer sent twice is one.
 */
export async function answerPublication(tx: Tx, assignmentId: string, choice: PublishChoice): Promise<void> {
  const { assignment, article } = await lockAssignment(tx, assignmentId)
  if (assignment.publication !== 'reports' || !TAKING_PART.includes(assignment.state)) {
    throw new DomainError('conflict', NOT_ASKED)
  }
  const before = await consentOf(tx, assignment)
  if (before.choice === choice) return
  if (before.published === 'unsigned' && choice === 'named') throw new DomainError('conflict', ALREADY_UNSIGNED)
  const at = now()
  const answer = { choice, answered_at: at }
  await tx
    .insertInto('review_consents')
    .values({ article_id: article.id, reviewer_id: assignment.reviewer_id, ...answer })
    .onConflict((conflict) => conflict.columns(['article_id', 'reviewer_id']).doUpdateSet(answer))
    .execute()
  if (choice !== 'named') await removeName(tx, assignment.reviewer_id, { articleId: article.id, at })
  await writeAuditEntry(tx, null, 'article.answer-publication', article.id, { after: { assignmentId } })
}

/** Takes a reviewer's name from what is published; the texts stay. All copies and registered DOIs follow. */
async function removeName(
  tx: Tx,
  reviewerId: string,
  { articleId, at }: { articleId?: string; at: string },
): Promise<void> {
  const named = (
    await publishedOf(tx, { reviewerId, ...(articleId === undefined ? {} : { articleId }) }).execute()
  ).filter(({ name }) => name !== null)
  await removeSignatures(tx, named, at)
}

/** The names of these go; their articles' formats and the registered DOIs follow. */
export async function removeSignatures(
  tx: Tx,
  named: readonly Pick<PublishedReviewRow, 'id' | 'doi' | 'article_id'>[],
  at: string,
): Promise<void> {
  if (!named.length) return
  await tx
    .updateTable('published_reviews')
    .set({ name: null, affiliation: null })
    .where(
      'id',
      'in',
      named.map(({ id }) => id),
    )
    .execute()
  for (const [id, rows] of Map.groupBy(named, ({ article_id }) => article_id)) {
    const article = await tx.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await enqueueReviewDeposits(tx, article, rows, 'correction')
    await markChanged(tx, id, at)
  }
}

/** A reviewer who is erased signs nothing, and what they allowed is not published any more. */
export async function eraseConsents(tx: Tx, reviewerId: string): Promise<void> {
  await removeName(tx, reviewerId, { at: now() })
  await tx.deleteFrom('review_consents').where('reviewer_id', '=', reviewerId).execute()
}

/** What the author who submitted a manuscript says to the publication of its review, before it happens. */
export async function answerForAuthors(
  tx: Tx,
  author: Caller,
  { articleId, answer }: { articleId: string; answer: PublishAnswer },
): Promise<void> {
  const { theCase } = await lockCaseForAuthor(tx, author, articleId)
  if (theCase.publish_answer === answer) return
  if (theCase.closed_at !== null && theCase.stage !== 'accepted') {
    throw new DomainError('conflict', stageSentence(theCase.stage))
  }
  if (await hasPublishedReviews(tx, articleId)) throw new DomainError('conflict', PUBLISHED_ALREADY)
  await changeCase(tx, articleId, { publish_answer: answer, publish_answered_at: now() })
  await writeAuditEntry(tx, author.userId, 'article.allow-reviews', articleId, { after: { answer } })
}

export const hasPublishedReviews = async (db: Db, articleId: string): Promise<boolean> =>
  (await db.selectFrom('published_reviews').select('id').where('article_id', '=', articleId).executeTakeFirst()) !==
  undefined
