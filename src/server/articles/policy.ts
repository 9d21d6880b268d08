import { articlePolicy, type ArticleRecord, type ArticleVerb } from '../../contract/domain/article-policy.ts'
import type { Actor } from '../../contract/domain/policy.ts'
import type { Tx } from '../database/connect.ts'
import { lockForUpdate } from '../database/lock-for-update.ts'
import type { CaseStage } from '../../contract/domain/peer-review/stages.ts'
import { findCase } from '../cases/case-rows.ts'
import type { CaseRow } from '../database/review-tables.ts'
import type { ArticleRow } from '../database/tables.ts'
import { notFound, refuse } from '../domain-error.ts'
import { actingOn } from '../recusal.ts'
import { flagsOf } from './transitions.ts'

/** The part of an article that its policy uses. */
export const recordOf = (row: ArticleRow, stage: CaseStage | null): ArticleRecord => ({
  ...flagsOf(row),
  submitterId: row.submitter_id,
  stage,
})

interface LockedArticle {
  article: ArticleRow
  /** Null for articles that never entered peer review. */
  theCase: CaseRow | null
}

/** Locks an article for a change and checks the permission. */
export async function lockArticle(tx: Tx, actor: Actor, verb: ArticleVerb, id: string): Promise<LockedArticle> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw notFound('Post')
  const theCase = (await findCase(tx, id)) ?? null
  const record = recordOf(article, theCase?.stage ?? null)
  refuse(articlePolicy.refusal(await actingOn(tx, actor, id), verb, record))
  return { article, theCase }
}
