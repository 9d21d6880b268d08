import { sql, type RawBuilder } from 'kysely'
import type { FeeOfManuscript, Waiver, WaiverToAnswer } from '../../contract/api/fees.ts'
import type { FeeStage } from '../../contract/rules/fees/waivers.ts'
import { moneyInWords } from '../../contract/rules/fees/money.ts'
import type { Actor } from '../../contract/rules/accounts/access.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { WaiverRow } from '../../platform/database/fee-tables.ts'
import { notFound } from '../../platform/errors.ts'
import { acceptedForGood, closedForAuthors } from '../peer-review/cases/accepted.ts'
import { loadAuthors } from '../publication/articles/contributor-rows.ts'
import { promisedFeesOf } from './promises.ts'
import { articlesWithFeesFor, hasFeesOfficer } from './standing.ts'
import { findWaiver, mayAskForWaiver } from './waivers.ts'

export const presentWaiver = (row: WaiverRow): Waiver => ({
  kind: row.kind,
  couldPay: row.could_pay,
  reason: row.reason,
  askedAt: row.asked_at,
  outcome: row.outcome,
  remains: row.currency === null ? null : moneyInWords({ currency: row.currency, minor: row.amount! }),
  answer: row.answer,
  answeredAt: row.answered_at,
})

/** For the submitter alone: co-authors see nothing of it. */
export async function ownFee(db: Db, userId: string, articleId: string): Promise<FeeOfManuscript> {
  const article = await db
    .selectFrom('articles')
    .innerJoin('review_cases', 'review_cases.article_id', 'articles.id')
    .select('review_cases.received_on')
    .where('articles.id', '=', articleId)
    .where('submitter_id', '=', userId)
    .executeTakeFirst()
  const fees = article && (await promisedFeesOf(db, [articleId])).get(articleId)
  if (!fees) throw notFound('Manuscript')
  const waiver = await findWaiver(db, articleId)
  return {
    submittedOn: article.received_on,
    fees,
    waiver: waiver ? presentWaiver(waiver) : null,
    mayAsk: await mayAskForWaiver(db, articleId),
    hasOfficer: await hasFeesOfficer(db),
  }
}

/** What counts for the authors: a decision that can still be undone changes nothing. */
const feeStage = (): RawBuilder<FeeStage> => sql<FeeStage>`case
  when articles.published_at is not null then 'published'
  when articles.id in ${closedForAuthors(new Date())} then 'closed'
  when articles.id in ${acceptedForGood(new Date())} then 'accepted'
  else 'review' end`

/** The requests of manuscripts whose fees this person may know. */
const requestsFor = (db: Db, viewer: Actor) =>
  db
    .selectFrom('waivers')
    .innerJoin('articles', 'articles.id', 'waivers.article_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'waivers.article_id')
    .where('waivers.article_id', 'in', articlesWithFeesFor(viewer))

/** Not answered yet. What was declined, or withdrawn also after its acceptance, has no fee. */
const toAnswerFor = (db: Db, viewer: Actor) =>
  requestsFor(db, viewer)
    .where('outcome', 'is', null)
    .where('waivers.article_id', 'not in', closedForAuthors(new Date()))

export async function countToAnswer(db: Db, viewer: Actor): Promise<number> {
  const { total } = await toAnswerFor(db, viewer)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The requests that this person may see: to answer, the oldest first, or answered, the newest first. */
export async function waiversFor(
  db: Db,
  viewer: Actor,
  which: { isAnswered: boolean; limit: number } | { articleId: string },
): Promise<WaiverToAnswer[]> {
  const found =
    'articleId' in which
      ? requestsFor(db, viewer).where('waivers.article_id', '=', which.articleId)
      : which.isAnswered
        ? requestsFor(db, viewer).where('outcome', 'is not', null).orderBy('answered_at', 'desc').limit(which.limit)
        : toAnswerFor(db, viewer).orderBy('asked_at').limit(which.limit)
  const rows = await found
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .selectAll('waivers')
    .select(['articles.title', 'review_cases.number', 'review_cases.received_on', 'users.full_name'])
    .select(feeStage().as('fee_stage'))
    .orderBy('waivers.article_id')
    .execute()
  const ids = rows.map(({ article_id }) => article_id)
  const authors = await loadAuthors(db, ids)
  const fees = await promisedFeesOf(db, ids)
  return rows.map(({ title, number, received_on, full_name, fee_stage, ...row }) => {
    const first = authors.find(({ articleId }) => articleId === row.article_id)
    return {
      articleId: row.article_id,
      ...{ title, number, submitter: full_name ?? '', affiliation: first?.affiliation ?? '' },
      stage: fee_stage,
      submittedOn: received_on,
      fees: fees.get(row.article_id)!,
      waiver: presentWaiver(row),
    }
  })
}
