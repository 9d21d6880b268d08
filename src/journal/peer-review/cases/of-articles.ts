import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import { stageForAuthors } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** The peer review of an article, in short. */
export interface ReviewOfArticle {
  number: string
  stage: CaseStage
  /** What the authors may know of the stage. */
  stageForAuthors: CaseStage
}

/** The peer review of articles, by their ids: two queries. */
export async function loadReviews(db: Db, articleIds: readonly string[]): Promise<Map<string, ReviewOfArticle>> {
  const cases = articleIds.length
    ? await db
        .selectFrom('review_cases')
        .select(['article_id', 'number', 'stage'])
        .where('article_id', 'in', articleIds)
        .execute()
    : []
  if (!cases.length) return new Map()
  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'kind', 'from_stage', 'decided_at', 'reverses_id'])
    .where(
      'article_id',
      'in',
      cases.map(({ article_id }) => article_id),
    )
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
  const decisionsOf = Map.groupBy(decisions, ({ article_id }) => article_id)
  const now = new Date()
  return new Map(
    cases.map(({ article_id, number, stage }) => [
      article_id,
      { number, stage, stageForAuthors: stageForAuthors(stage, decisionsOf.get(article_id) ?? [], now) },
    ]),
  )
}

/** True for a file of the newest version of a manuscript; articles without a case have one version only. */
export const isOfNewestVersion = ({ or, eb }: ExpressionBuilder<Tables, 'article_files'>): Expression<SqlBool> =>
  or([
    eb('article_files.version_id', 'is', null),
    eb(
      'article_files.version_id',
      '=',
      sql<string>`(select id from manuscript_versions as newest
        where newest.article_id = article_files.article_id order by newest.number desc limit 1)`,
    ),
  ])
