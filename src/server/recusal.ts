import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../contract/domain/policy.ts'
import { isAdministrator } from '../contract/domain/policy.ts'
import type { Db } from './database/connect.ts'

/**
 * Recusal: an administrator who is an author of a manuscript in peer review (by account, email address or
 * ORCID iD), or who has declared a conflict of interest, gets on every call what an author gets.
 */

/** The ids of the articles whose cases this user must not see as an editor. A subquery, found by indexes. */
export const recusedArticles = (userId: string): RawBuilder<string> => sql<string>`(
  select review_cases.article_id from review_cases
    join articles on articles.id = review_cases.article_id where articles.submitter_id = ${userId}
  union
  select review_cases.article_id from contributors
    join article_contributors on article_contributors.contributor_id = contributors.id
      and article_contributors.role <> 'Reviewer'
    join review_cases on review_cases.article_id = article_contributors.article_id
    where contributors.email <> ''
      and lower(contributors.email) = (select lower(email) from users where id = ${userId})
  union
  select review_cases.article_id from contributors
    join article_contributors on article_contributors.contributor_id = contributors.id
      and article_contributors.role <> 'Reviewer'
    join review_cases on review_cases.article_id = article_contributors.article_id
    where contributors.orcid = (select orcid from users where id = ${userId})
  union
  select article_id from case_editors where user_id = ${userId} and recused_at is not null
)`

/** The same as a list, which is short: a few manuscripts of a person's own. */
export async function recusedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('article_id', 'in', recusedArticles(userId))
    .execute()
  return rows.map((row) => row.article_id)
}

/** True if the article has a case that this user must not see as an editor. */
export async function isRecused(db: Db, userId: string, articleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('article_id', '=', articleId)
    .where('article_id', 'in', recusedArticles(userId))
    .executeTakeFirst()
  return row !== undefined
}

/** Those of some users who are recused from this article's case. */
export async function recusedAmong(db: Db, userIds: readonly string[], articleId: string): Promise<Set<string>> {
  const recused = new Set<string>()
  for (const id of userIds) if (await isRecused(db, id, articleId)) recused.add(id)
  return recused
}

/** The actor as this article's rules see them: a recused administrator acts as an author. */
export async function actingOn<A extends Actor>(db: Db, actor: A, articleId: string): Promise<A> {
  if (!isAdministrator(actor) || !(await isRecused(db, actor.userId, articleId))) return actor
  return { ...actor, role: 'author' }
}
