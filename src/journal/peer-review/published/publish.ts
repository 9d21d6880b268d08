import {
  reviewAnchor,
  type Publishable,
  type PublishedKind,
} from '../../../contract/rules/peer-review/published-reviews.ts'
import { REGISTERED, type DepositReason } from '../../../contract/rules/articles/deposits.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { PublishedReviewRow } from '../../../platform/database/review-tables.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { enqueueReviewDeposits, registersDoi } from '../../publication/dois/enqueue-deposit.ts'
import { notifyReviewer } from '../cases/notify.ts'
import { type PublicationPlan, planPublication } from './plan.ts'

export const NOT_AGREED = 'The author who submitted the article has not agreed to the publication of its reviews.'
export const NOTHING_TO_PUBLISH = 'Nothing more of this review can be published.'
export const OTHERS_BY_NOW =
  'What can be published of the review has changed since you opened this page. Please look at it again.'

type Published = Pick<ArticleRow, 'id' | 'doi' | 'version' | 'origin' | 'source_journal'>

/**
 * Publishes what an editor has seen of a review; the article is locked, and public when the transaction ends. Each text
 * gets a number and, if the article's DOI is registered here, a DOI of its own.
 */
export async function publishReviews(
  tx: Tx,
  editor: Caller,
  article: Published,
  { digest, at }: { digest: string; at: string },
): Promise<void> {
  const plan = await planPublication(tx, article.id)
  if (plan.answer !== 'yes') throw new DomainError('conflict', NOT_AGREED)
  if (!plan.items.length) throw new DomainError('conflict', NOTHING_TO_PUBLISH)
  if (plan.digest !== digest) throw new DomainError('conflict', OTHERS_BY_NOW)
  const rows = await rowsOf(tx, article, plan, at)
  await tx.insertInto('published_reviews').values(rows).execute()
  await enqueueReviewDeposits(tx, article, rows, 'review')
  await writeAuditEntry(tx, editor.userId, 'article.publish-reviews', article.id, {
    after: { published: rows.map(({ kind, number }) => reviewAnchor(kind, number)) },
  })
  await notifyReviewers(tx, plan.items)
}

/** The same for an article that is public already: harvesters and caches learn that it has changed. */
export async function addReviews(tx: Tx, editor: Caller, article: Published, digest: string): Promise<void> {
  const at = now()
  await publishReviews(tx, editor, article, { digest, at })
  await markChanged(tx, article.id, at)
}

/** Its formats hold the reviews. */
export async function markChanged(tx: Tx, articleId: string, at: string): Promise<void> {
  await tx.updateTable('articles').set({ updated_at: at }).where('id', '=', articleId).execute()
  await touchPublicSite(tx)
}

/** The DOI of a text: the article's own, and its kind and number. */
export const reviewDoi = (article: Omit<Published, 'id' | 'version'>, kind: PublishedKind, number: number) =>
  registersDoi(article) ? `${article.doi!}.${reviewAnchor(kind, number)}` : null

async function rowsOf(
  tx: Tx,
  article: Published,
  { items, published }: PublicationPlan,
  at: string,
): Promise<PublishedReviewRow[]> {
  const next = new Map<PublishedKind, number>()
  for (const { kind, number } of published) next.set(kind, Math.max(next.get(kind) ?? 0, number))
  const rows: PublishedReviewRow[] = []
  for (const item of items) {
    const number = (next.get(item.kind) ?? 0) + 1
    next.set(item.kind, number)
    rows.push({
      ...{ id: newId(), article_id: article.id, kind: item.kind, round: item.round, number },
      ...{ decision_id: item.decisionId, report_id: item.reportId, version_id: item.versionId },
      ...(await signatureOf(tx, item)),
      ...{ doi: reviewDoi(article, item.kind, number), published_at: at },
    })
  }
  return rows
}

/** Who signs: the reviewer who chose to, the editor who decided. Authors sign by the names of the article. */
async function signatureOf(tx: Tx, item: Publishable): Promise<{ name: string | null; affiliation: string | null }> {
  if (item.kind === 'report' && item.isSigned) {
    const reviewer = await tx
      .selectFrom('reviewers')
      .select(['full_name', 'affiliation'])
      .where('id', '=', item.reviewerId!)
      .executeTakeFirstOrThrow()
    return { name: reviewer.full_name || null, affiliation: (reviewer.full_name && reviewer.affiliation) || null }
  }
  if (item.kind !== 'decision') return { name: null, affiliation: null }
  const editor = await tx
    .selectFrom('decisions')
    .innerJoin('users', 'users.id', 'decisions.decided_by')
    .select(['users.full_name', 'users.deleted_at'])
    .where('decisions.id', '=', item.decisionId)
    .executeTakeFirst()
  return { name: editor && editor.deleted_at === null ? editor.full_name : null, affiliation: null }
}

/** Each reviewer once, though several of their reports are published. */
async function notifyReviewers(tx: Tx, items: readonly Publishable[]): Promise<void> {
  const reports = items.filter(({ kind }) => kind === 'report')
  const last = new Map(reports.map((item) => [item.reviewerId!, item]))
  for (const { reportId, isSigned } of last.values()) {
    const assignment = await tx
      .selectFrom('review_assignments')
      .innerJoin('review_reports', 'review_reports.assignment_id', 'review_assignments.id')
      .selectAll('review_assignments')
      .where('review_reports.id', '=', reportId!)
      .where('review_assignments.email', '<>', '')
      .executeTakeFirst()
    if (assignment) {
      await notifyReviewer(tx, 'reviewer-online', assignment, { step: isSigned ? 'named' : 'unsigned' })
    }
  }
}

/**
 * Deposits the published reviews of an article that are not registered, and gives a DOI to those that were published before
 * the article had one. The article is locked.
 */
export async function depositReviews(tx: Tx, article: Published, reason: DepositReason): Promise<void> {
  const rows = await tx.selectFrom('published_reviews').selectAll().where('article_id', '=', article.id).execute()
  for (const row of rows) {
    row.doi ??= reviewDoi(article, row.kind, row.number)
    await tx.updateTable('published_reviews').set({ doi: row.doi }).where('id', '=', row.id).execute()
  }
  const deposits = await tx
    .selectFrom('deposits')
    .select(['subject_id', 'state'])
    .where('article_id', '=', article.id)
    .where('kind', '=', 'review')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // By the newest alone: an earlier one may have had a name that has been taken away since.
  const newest = new Map(deposits.map(({ subject_id, state }) => [subject_id, state]))
  const left = rows.filter(({ id }) => !(REGISTERED as readonly (string | undefined)[]).includes(newest.get(id)))
  await enqueueReviewDeposits(tx, article, left, reason)
}
