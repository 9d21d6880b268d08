import type { ObservedCase } from '../../../contract/api/observing.ts'
import { isReleased, stageForAuthors, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { sentOn } from '../../../contract/rules/peer-review/figures.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order } from '../../../platform/database/list-pages.ts'
import { UNCOUNTED_CASES } from '../../publication/samples.ts'
import { seesStage, type Viewer } from '../who-sees.ts'

const NEWEST: Order = [
  ['review_cases.received_on', 'desc'],
  ['review_cases.article_id', 'desc'],
]

/** The manuscripts of which this viewer may see the stage: four queries, whatever the page size. */
export async function listObserved(
  db: Db,
  viewer: Viewer,
  page: { page: number; limit: number },
  now = new Date(),
): Promise<Paged<ObservedCase>> {
  const seen = db
    .selectFrom('review_cases')
    // A case outlives its deleted manuscript.
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .where(seesStage(viewer, 'review_cases.article_id'))
    .where('review_cases.article_id', 'not in', UNCOUNTED_CASES)
  const { total } = await seen.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(seen.select('review_cases.article_id as id'), NEWEST, page, Number(total))
  const rows = await db
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .select(['review_cases.article_id', 'review_cases.number', 'review_cases.received_on', 'stage'])
    .select(['articles.title', 'articles.published_at', 'categories.name as category'])
    .where('review_cases.article_id', 'in', ['', ...ids])
    .execute()
  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'kind', 'from_stage', 'decided_at', 'reverses_id'])
    .where('article_id', 'in', ['', ...ids])
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
  const ofCase = Map.groupBy(decisions, ({ article_id }) => article_id)
  return {
    data: inOrderOf(ids, rows, ({ article_id }) => article_id).map((row) => {
      const made = ofCase.get(row.article_id) ?? []
      const sent = standingDecisions(made).filter((one) => one.kind !== 'reopen' && isReleased(one, now))
      const accepted = sent.findLast(({ kind }) => kind === 'accept')
      return {
        ...{ number: row.number, title: row.title, category: row.category, receivedOn: row.received_on },
        stage: stageForAuthors(row.stage, made, now),
        firstDecisionOn: sent[0] ? sentOn(sent[0]) : null,
        acceptedOn: accepted ? sentOn(accepted) : null,
        publishedOn: row.published_at === null ? null : dayOf(row.published_at),
      }
    }),
    meta,
  }
}
