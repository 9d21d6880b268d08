import { sql, type RawBuilder } from 'kysely'
import { type Actor, ADMINISTRATORS_ONLY, isAdministrator } from '../../contract/rules/accounts/access.ts'
import type { Db } from '../../platform/database/connect.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { isHeldNow } from '../accounts/duties/held.ts'
import { acceptedForGood, isAccepted } from '../peer-review/cases/accepted.ts'
import { conflictedArticles, isRecused, isWithheldFromOfficer, recusedArticles } from '../peer-review/recusal.ts'

/** The condition that someone looks after fees now: also an administrator, who has the duty besides. */
const isOfficer = (userId: string): RawBuilder<boolean> => sql<boolean>`exists (select 1 from duties
  where duties.user_id = ${userId} and duties.duty = 'fees' and ${isHeldNow()})`

export async function holdsFeesDuty(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 as one where ${isOfficer(userId)}`.execute(db)
  return rows.length > 0
}

/** Whether this person may know of fees at all. */
export const looksAfterFees = (viewer: Pick<Actor, 'userId' | 'role'>): RawBuilder<boolean> =>
  isAdministrator(viewer) ? sql<boolean>`1 = 1` : isOfficer(viewer.userId)

/** Whether anybody looks after fees. */
export const hasFeesOfficer = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('duties').select('id').where('duty', '=', 'fees').where(isHeldNow()).executeTakeFirst()) !==
  undefined

/**
 * Whose fee matters this person may know now: waivers, invoices and payments. It is the one place where that is asked. Those who
 * decide see nothing of it before the manuscript is accepted for good, and never where they are recused: until then every
 * answer to them is the same with and without. Fees officers also know of what they have opened and are
 * recused for; authors and reviewers never.
 */
export const articlesWithFeesFor = (viewer: Pick<Actor, 'userId' | 'role'>, at = new Date()): RawBuilder<string> => {
  const { userId } = viewer
  return sql<string>`(select accepted.article_id from ${acceptedForGood(at)} as accepted
      where accepted.article_id not in ${recusedArticles(userId)} and ${looksAfterFees(viewer)}
    union select opened.article_id from waiver_openings as opened
      where opened.user_id = ${userId} and ${isOfficer(userId)} and opened.article_id not in ${conflictedArticles(userId)})`
}

/** The articles with a request or an invoice of which this person may not know: a few, read once, so that a long list is not searched for each. */
export async function feesWithheld(db: Db, viewer: Pick<Actor, 'userId' | 'role'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select asked.id from (
      select article_id as id from waivers union select article_id from waiver_openings union select article_id from invoices) as asked
    where asked.id not in ${articlesWithFeesFor(viewer)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether this person may know of the fee of this article now. */
export async function maySeeFees(db: Db, viewer: Pick<Actor, 'userId' | 'role'>, articleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${articlesWithFeesFor(viewer)} as open
    where open.article_id = ${articleId}`.execute(db)
  return rows.length > 0
}

/** Refuses those who may not know of the fee as for an unknown manuscript; who is recused gets what an author gets. */
export async function requireFees(db: Db, viewer: Actor, articleId: string): Promise<void> {
  if (await maySeeFees(db, viewer, articleId)) return
  const isKept = isAdministrator(viewer) ? isRecused : isWithheldFromOfficer
  if (await isKept(db, viewer.userId, articleId)) refuse(ADMINISTRATORS_ONLY)
  throw notFound('Manuscript')
}

/** The same of a fee that is due: who has opened a request knows of it earlier, but nothing is invoiced then. */
export async function requireFeeDue(db: Db, viewer: Actor, articleId: string): Promise<void> {
  await requireFees(db, viewer, articleId)
  if (!(await isAccepted(db, articleId))) throw notFound('Manuscript')
}
