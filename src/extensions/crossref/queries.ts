import { sql } from 'kysely'
import type { Deposit, DepositMessage } from '../../contract/api/deposits.ts'
import { type DepositFilter, type DepositState, OPEN, UNSUCCESSFUL } from '../../contract/rules/articles/deposits.ts'
import type { Paged } from '../../contract/rules/site/page-numbers.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { DepositRow } from '../../platform/database/extension-tables.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../platform/database/list-pages.ts'
import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { loadArticles } from '../../journal/publication/articles/queries.ts'
import { registersDoi } from '../../journal/publication/dois/enqueue-deposit.ts'
import { hasNotices } from '../../journal/publication/notices/queries.ts'
import { reviewAnchor } from '../../contract/rules/peer-review/published-reviews.ts'
import { reviewsOfArticles } from '../../journal/peer-review/published/read.ts'
import type { DepositedReview } from './review-xml.ts'
import type { Deposited } from './deposit-xml.ts'
import { referencesOfArticles } from './references.ts'

const NEWEST: Order = [
  ['created_at', 'desc'],
  ['id', 'desc'],
]

/** The states in which a DOI is not registered, or its record is out of date. */
export const UNREGISTERED: readonly DepositState[] = ['waiting', ...UNSUCCESSFUL]

const statesOf = (filter: DepositFilter): readonly DepositState[] => (filter === 'attention' ? UNSUCCESSFUL : [filter])

export async function listDeposits(
  db: Db,
  { state, page, limit }: { state?: DepositFilter | undefined } & Page,
): Promise<Paged<Deposit>> {
  let query = db.selectFrom('deposits')
  if (state) query = query.where('state', 'in', statesOf(state))
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('id'), NEWEST, { page, limit }, total)
  return { data: await depositsWith(db, ids), meta }
}

export async function countUnregistered(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('deposits')
    .innerJoin('public_articles', 'public_articles.id', 'deposits.article_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('deposits.state', 'in', UNREGISTERED)
    .executeTakeFirstOrThrow()
  return total
}

/** Deposits in the order of these ids, as editors see them. */
export async function depositsWith(db: Db, ids: readonly string[]): Promise<Deposit[]> {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('deposits')
    .leftJoin('articles', 'articles.id', 'deposits.article_id')
    .leftJoin('public_articles', 'public_articles.id', 'deposits.article_id')
    .selectAll('deposits')
    .select(['articles.title', sql<number>`case when public_articles.id is null then 0 else 1 end`.as('is_public')])
    .where('deposits.id', 'in', ids)
    .execute()
  return inOrderOf(ids, rows, ({ id }) => id).map(presentDeposit)
}

const isOpen = (state: DepositState): boolean => (OPEN as readonly DepositState[]).includes(state)

const presentDeposit = (row: DepositRow & { title: string | null; is_public: number }): Deposit => ({
  id: row.id,
  articleId: row.article_id,
  kind: row.kind,
  title: row.title,
  doi: row.doi,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  answeredAt: row.answered_at,
  nextTryAt: isOpen(row.state) ? row.next_try_at : null,
  attempts: row.attempts,
  lastError: row.last_error,
  submissionId: row.submission_id,
  messages: row.messages === null ? [] : (JSON.parse(row.messages) as DepositMessage[]),
  canSend: row.is_public === 1,
})

/** 17 digits, as other systems write them too: 20261122134502123. */
const digitsOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 17)

/** A timestamp for a deposit of this DOI that is higher than that of every one before, whatever the clock says. */
export async function nextTimestamp(tx: Tx, doi: string, at: Date): Promise<string> {
  const { last } = await tx
    .selectFrom('deposits')
    .select(({ fn }) => fn.max('timestamp').as('last'))
    .where('doi', '=', doi)
    .executeTakeFirstOrThrow()
  const now = digitsOf(at)
  return last === null || now > last ? now : String(BigInt(last) + 1n)
}

/** What is deposited of these published reviews, in this order; those that are not public any more are left out. */
export async function depositedReviews(db: Db, publicUrl: string, ids: readonly string[]): Promise<DepositedReview[]> {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('published_reviews')
    .select(['id', 'article_id', 'kind', 'number'])
    .where('id', 'in', ids)
    .execute()
  const articles = await depositedArticles(db, publicUrl, [...new Set(rows.map(({ article_id }) => article_id))])
  const rounds = await reviewsOfArticles(
    db,
    articles.map(({ article }) => article),
  )
  return inOrderOf(ids, rows, ({ id }) => id).flatMap(({ article_id, kind, number }) => {
    const deposited = articles.find(({ article }) => article.id === article_id)
    for (const round of rounds.get(article_id) ?? []) {
      const review = round.texts.find(({ id }) => id === reviewAnchor(kind, number))
      if (!deposited || !review || review.doi === null) continue
      const { record, article } = deposited
      const { number: ofRound, decidedOn } = round
      return [{ record, titleMarkup: article.title, round: ofRound, decidedOn, review: { ...review, doi: review.doi } }]
    }
    return []
  })
}

/** What is deposited of these articles, in this order; those that are not public, or not registered here, are left out. */
export async function depositedArticles(db: Db, publicUrl: string, ids: readonly string[]): Promise<Deposited[]> {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('public_articles as articles')
    .selectAll('articles')
    .select(hasNotices)
    .where('articles.id', 'in', ids)
    .execute()
  const articles = (await loadArticles(db, rows.filter(registersDoi))).map(presentPublicArticle)
  const references = await referencesOfArticles(
    db,
    articles.map(({ id }) => id),
  )
  const deposited = articles.map((article) => ({
    article,
    record: citationRecord(article, publicUrl),
    references: references.get(article.id) ?? [],
  }))
  const byId = new Map(deposited.map((one) => [one.article.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
