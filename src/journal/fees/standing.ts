import { sql, type RawBuilder } from 'kysely'
import { type Actor, ADMINISTRATORS_ONLY, isAdministrator } from '../../contract/rules/accounts/access.ts'
import type { Db } from '../../platform/database/connect.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { acceptedForGood } from '../peer-review/cases/accepted.ts'
import { isRecused, recusedArticles } from '../peer-review/recusal.ts'

/**
 * Whose fee matters this person may know now: waivers, invoices and payments. It is the one place where that is asked. Those who
 * decide see nothing of it before the manuscript is accepted for good, and never where they are recused: until then every
 * answer to them is the same with and without.
 */
export const articlesWithFeesFor = (viewer: Actor, at = new Date()): RawBuilder<string> =>
  isAdministrator(viewer)
    ? sql<string>`(select open.article_id from ${acceptedForGood(at)} as open
        where open.article_id not in ${recusedArticles(viewer.userId)})`
    : sql<string>`(select id from articles where 1 = 0)`

/** Refuses those who may not know of the fee as for an unknown manuscript; who is recused gets what an author gets. */
export async function requireFees(db: Db, viewer: Actor, articleId: string): Promise<void> {
  if (await isRecused(db, viewer.userId, articleId)) refuse(ADMINISTRATORS_ONLY)
  const { rows } = await sql`select 1 from ${articlesWithFeesFor(viewer)} as open
    where open.article_id = ${articleId}`.execute(db)
  if (!rows.length) throw notFound('Manuscript')
}
