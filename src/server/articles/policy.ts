import { articlePolicy, type ArticleRecord, type ArticleVerb } from '../../contract/domain/article-policy.ts'
import type { Actor } from '../../contract/domain/policy.ts'
import type { Tx } from '../database/connect.ts'
import { lockForUpdate } from '../database/lock-for-update.ts'
import type { ArticleRow } from '../database/tables.ts'
import { notFound, refuse } from '../domain-error.ts'
import { flagsOf } from './transitions.ts'

/** The part of an article's row that its policy uses. */
export const recordOf = (row: ArticleRow): ArticleRecord => ({ ...flagsOf(row), submitterId: row.submitter_id })

/** Throws if the actor may not do this with the article. */
export function authorizeArticle(actor: Actor, verb: ArticleVerb, row: ArticleRow): void {
  refuse(articlePolicy.refusal(actor, verb, recordOf(row)))
}

/** Locks an article for a change and checks the permission. */
export async function lockArticle(tx: Tx, actor: Actor, verb: ArticleVerb, id: string): Promise<ArticleRow> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw notFound('Post')
  authorizeArticle(actor, verb, article)
  return article
}
