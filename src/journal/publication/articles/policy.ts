import { articlePolicy, type ArticleRecord, type ArticleVerb } from '../../../contract/rules/articles/article-policy.ts'
import { type Actor, hasDuty, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { CaseStage } from '../../../contract/rules/peer-review/stages.ts'
import { findCase } from '../../peer-review/cases/case-rows.ts'
import type { CaseRow } from '../../../platform/database/review-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { actingOn } from '../../peer-review/recusal.ts'
import { isProducedFor } from '../../peer-review/who-sees.ts'
import { flagsOf } from './transitions.ts'

/** The part of an article that its policy uses. */
export const recordOf = (row: ArticleRow, stage: CaseStage | null, isProduced = false): ArticleRecord => ({
  ...flagsOf(row),
  submitterId: row.submitter_id,
  stage,
  isProduced,
})

/** Whether someone works on an article in production, without being an administrator. */
export const isInProduction = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  !isAdministrator(actor) && hasDuty(actor, 'production') && (await isProducedFor(db, actor, id))

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
  const record = recordOf(article, theCase?.stage ?? null, await isInProduction(tx, actor, id))
  refuse(articlePolicy.refusal(await actingOn(tx, actor, id), verb, record))
  return { article, theCase }
}
