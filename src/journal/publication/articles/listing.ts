import { sql } from 'kysely'
import {
  ARTICLE_STATUSES,
  type ArticleSort,
  type ArticleStatus,
  MATCHES_MAX,
} from '../../../contract/rules/articles/article-policy.ts'
import type { Article } from '../../../contract/api/articles.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { pageMeta, type Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, type Order, type Page } from '../../../platform/database/list-pages.ts'
import { headsThatHold, respeltWords, searchWords, type Search } from '../../../platform/search-engine/matches.ts'
import { recusedIds } from '../../peer-review/recusal.ts'
import { heldAmong } from '../issues/held.ts'
import { listedArticles } from './queries.ts'

export interface Listing {
  status?: ArticleStatus | undefined
  /** In peer review. */
  stage?: CaseStage | undefined
  categoryId?: string | undefined
  /** Beginnings of words in the title or in a person's name. */
  q?: string | undefined
  sort?: ArticleSort | undefined
}

type Counts = Record<ArticleStatus, number>

const ORDERS: Record<ArticleSort, Order> = {
  newest: [
    ['created_at', 'desc'],
    ['article_id', 'desc'],
  ],
  oldest: [
    ['created_at', 'asc'],
    ['article_id', 'asc'],
  ],
  title: [
    ['title_order', 'asc'],
    ['article_id', 'asc'],
  ],
  author: [
    ['author_order', 'asc'],
    ['article_id', 'asc'],
  ],
}

/**
 * Research Listings: articles in every state, filtered and sorted, and the number of each status that match
 * the other filters. Of a search that more than `MATCHES_MAX` articles match, those added last are listed and
 * counted, and `limited` is true.
 */
export async function listAllArticles(
  db: Db,
  viewer: Actor,
  { status, stage, sort = 'newest', categoryId, q }: Listing,
  page: Page,
): Promise<Paged<Article> & { counts: Counts; held: { articleId: string; issue: string }[]; limited: boolean }> {
  const recused = await recusedIds(db, viewer.userId)
  if (q !== undefined) {
    const { found, limited } = await searched(db, { q, stage, categoryId, sort }, recused)
    const counts = countsIn(ARTICLE_STATUSES.map((each) => [each, found.filter((one) => one.status === each).length]))
    const listed = found.filter((one) => status === undefined || one.status === status)
    const ids = listed.slice((page.page - 1) * page.limit, page.page * page.limit).map((one) => one.article_id)
    const meta = pageMeta(page.page, page.limit, listed.length)
    return { ...(await withHeld(db, viewer, ids)), meta, counts, limited }
  }
  const counts = await countArticles(db, { categoryId, stage }, recused)
  const total = status === undefined ? ARTICLE_STATUSES.reduce((sum, each) => sum + counts[each], 0) : counts[status]
  const { ids, meta } = await idsOnPage(headsOf(db, { status, stage, categoryId }, recused), ORDERS[sort], page, total)
  return { ...(await withHeld(db, viewer, ids)), meta, counts, limited: false }
}

/** The articles of a page, and for which issues some are held, which only those are that are not published. */
async function withHeld(db: Db, viewer: Actor, ids: readonly string[]) {
  const data = await listedArticles(db, viewer, ids)
  const unpublished = data.filter(({ published }) => !published).map(({ id }) => id)
  return { data, held: await heldAmong(db, unpublished) }
}

/**
 * The ids of all articles that match, as the list has them at this moment; null if there are more than `MATCHES_MAX`. What the
 * viewer must not see is left out before anything is counted.
 */
export async function idsThatMatch(db: Db, viewer: Actor, { status, q, ...filter }: Listing): Promise<string[] | null> {
  const recused = await recusedIds(db, viewer.userId)
  if (q === undefined) {
    const rows = await headsOf(db, { status, ...filter }, recused)
      .limit(MATCHES_MAX + 1)
      .execute()
    return rows.length > MATCHES_MAX ? null : rows.map(({ id }) => id)
  }
  const { found, limited } = await searched(db, { q, ...filter }, recused)
  if (limited) return null
  return found.filter((one) => status === undefined || one.status === status).map((one) => one.article_id)
}

function headsOf(db: Db, { status, stage, categoryId }: Listing, without: readonly string[]) {
  let query = db.selectFrom('article_heads').select('article_id as id')
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (stage !== undefined) query = query.where('article_id', 'in', ofCases(db, stage))
  if (without.length) query = query.where('article_id', 'not in', without)
  return query
}

/** The matches of a search in every status, in order, without those not to be listed. */
async function searched(
  db: Db,
  { q, stage, categoryId, sort = 'newest' }: Listing & { q: string },
  without: readonly string[],
) {
  const words = searchWords(plainTitle(q))
  const { found: matching, limited } = await forgivingSearch(db, { words, categoryId }, sort, without)
  if (stage === undefined) return { found: matching, limited }
  const ids = matching.map((one) => one.article_id)
  const ofStage = new Set(await idsOf(db, stage, ids))
  return { found: matching.filter(({ article_id: id }) => ofStage.has(id)), limited }
}

const ofCases = (db: Db, stage: CaseStage) =>
  db.selectFrom('review_cases').select('article_id').where('stage', '=', stage)

/** Those of at most `MATCHES_MAX` articles whose case is in a stage. */
async function idsOf(db: Db, stage: CaseStage, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const rows = await ofCases(db, stage).where('article_id', 'in', ids).execute()
  return rows.map(({ article_id }) => article_id)
}

/**
 * The number of articles of each status, without those not to be listed: from the counts that the database keeps,
 * unless they are to be of one stage.
 */
async function countArticles(
  db: Db,
  { categoryId, stage }: Pick<Listing, 'categoryId' | 'stage'>,
  without: readonly string[],
): Promise<Counts> {
  if (stage !== undefined) {
    let heads = db
      .selectFrom('article_heads')
      .select(['status', (select) => select.fn.countAll<number>().as('total')])
      .where('article_id', 'in', ofCases(db, stage))
      .groupBy('status')
    if (categoryId !== undefined) heads = heads.where('category_id', '=', categoryId)
    if (without.length) heads = heads.where('article_id', 'not in', without)
    return countsIn((await heads.execute()).map(({ status, total }) => [status, Number(total)]))
  }
  let query = db
    .selectFrom('category_counts')
    .select((select) => ['status', select.fn.sum<number>('articles').as('total')])
    .groupBy('status')
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId)
  const counts = countsIn((await query.execute()).map(({ status, total }) => [status, total]))
  if (!without.length) return counts
  const heads = await db
    .selectFrom('article_heads')
    .select(['status', 'category_id'])
    .where('article_id', 'in', without)
    .execute()
  for (const head of heads) if (categoryId === undefined || head.category_id === categoryId) counts[head.status]--
  return counts
}

const countsIn = (counted: [ArticleStatus, number][]): Counts => ({
  ...{ pending: 0, published: 0, archived: 0, rejected: 0 },
  ...Object.fromEntries(counted),
})

/** The matches of a search; of one that has none, those of the words that may have been meant. */
async function forgivingSearch(db: Db, wanted: Search, sort: ArticleSort, without: readonly string[]) {
  const found = await search(db, wanted, ORDERS[sort], without)
  const respelt = found.found.length ? null : await respeltWords(db, wanted.words)
  return respelt ? search(db, { ...wanted, words: respelt }, ORDERS[sort], without) : found
}

/** The matches of a search, in order. Without a letter or a digit it has none. */
async function search(db: Db, wanted: Search, order: Order, without: readonly string[]) {
  if (!wanted.words.length) return { found: [], limited: false }
  let query = db
    // As many more as may be left out.
    .selectFrom(headsThatHold(db, wanted, MATCHES_MAX + 1 + without.length).as('found'))
    // SQLite keeps this order: it would rather walk through all heads in theirs, to save the sorting.
    .crossJoin('article_heads as head')
    .whereRef('head.no', '=', 'found.no')
    .select(['head.no', 'head.article_id', 'head.status'])
  for (const [column, direction] of order) query = query.orderBy(sql.ref(`head.${column}`), direction)
  const left = new Set(without)
  const found = (await query.execute()).filter(({ article_id: id }) => !left.has(id))
  if (found.length <= MATCHES_MAX) return { found, limited: false }
  const kept = new Set(
    found
      .map(({ no }) => no)
      .toSorted((a, b) => b - a)
      .slice(0, MATCHES_MAX),
  )
  return { found: found.filter(({ no }) => kept.has(no)), limited: true }
}
