import { DomainError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { depositXml } from './deposit-xml.ts'
import { fileName } from './client.ts'
import { reviewsXml } from './review-xml.ts'
import { countUnregistered, depositedArticles, depositedReviews, nextTimestamp, UNREGISTERED } from './queries.ts'
import type { CrossrefResources } from './resources.ts'

/** The references of each are read in a process of its own: more would keep the editor waiting. */
export const IN_A_FILE = 20

export const NOTHING_TO_DEPOSIT = 'Every deposit is registered: there is nothing to upload to Crossref'

/**
 * The file that an editor takes to Crossref by hand: of one article, or of those whose deposits have waited longest.
 * Its timestamp is higher than any sent before.
 */
export async function depositFile(resources: CrossrefResources, articleId: string | undefined) {
  const { database, publicUrl } = resources
  const { db } = database
  const rows = await db
    .selectFrom('deposits')
    .innerJoin('public_articles', 'public_articles.id', 'deposits.article_id')
    .select(['deposits.id', 'deposits.article_id', 'deposits.kind', 'deposits.subject_id'])
    .where('deposits.state', 'in', UNREGISTERED)
    .$if(articleId !== undefined, (query) => query.where('deposits.article_id', '=', articleId!))
    // Crossref takes no reviews beside articles, and wants to know what a review is about first.
    .orderBy('deposits.kind')
    .orderBy('deposits.created_at')
    .orderBy('deposits.id')
    .limit(IN_A_FILE)
    .execute()
  if (rows[0]?.kind === 'review') {
    return reviewFile(
      resources,
      rows.map(({ id, subject_id }) => ({ id, subjectId: subject_id })),
      articleId !== undefined,
    )
  }
  const written = rows.filter(({ kind }) => kind === 'article')
  const ids = articleId === undefined ? [...new Set(written.map((row) => row.article_id))] : [articleId]
  const articles = await depositedArticles(db, publicUrl, ids)
  if (!articles.length) {
    if (articleId !== undefined) throw notFound('Deposit')
    throw new DomainError('conflict', NOTHING_TO_DEPOSIT)
  }
  const at = new Date()
  const timestamps = await database.transaction(async (tx) => {
    const each: string[] = []
    for (const { article } of articles) each.push(await nextTimestamp(tx, article.doi!, at))
    return each
  })
  const batchId = newId()
  const unregistered = await countUnregistered(db)
  return {
    name: articleId === undefined ? `crossref-${fileName(batchId)}` : `crossref-${articles[0]!.article.slug}.xml`,
    xml: depositXml({ id: batchId, timestamp: timestamps.sort().at(-1)!, articles }),
    deposits: written.map(({ id }) => id),
    articles: articles.length,
    left: articleId === undefined ? Math.max(0, unregistered - written.length) : 0,
  }
}

/** The same of published reviews. */
async function reviewFile(
  { database, publicUrl }: CrossrefResources,
  deposits: readonly { id: string; subjectId: string }[],
  ofOneArticle: boolean,
) {
  const reviews = await depositedReviews(
    database.db,
    publicUrl,
    deposits.map(({ subjectId }) => subjectId),
  )
  if (!reviews.length) throw new DomainError('conflict', NOTHING_TO_DEPOSIT)
  const at = new Date()
  const timestamps = await database.transaction(async (tx) => {
    const each: string[] = []
    for (const { review } of reviews) each.push(await nextTimestamp(tx, review.doi, at))
    return each
  })
  const id = newId()
  const unregistered = await countUnregistered(database.db)
  return {
    name: `crossref-${fileName(id)}`,
    xml: reviewsXml({ id, timestamp: timestamps.sort().at(-1)!, reviews }),
    deposits: deposits.map((deposit) => deposit.id),
    articles: new Set(reviews.map(({ record }) => record.id)).size,
    left: ofOneArticle ? 0 : Math.max(0, unregistered - deposits.length),
  }
}
