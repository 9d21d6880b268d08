import { sql, type RawBuilder } from 'kysely'
import { type Actor, hasDuty, isAdministrator, type Role } from '../../contract/rules/accounts/access.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import type { Db } from '../../platform/database/connect.ts'
import { now } from '../../platform/ids.ts'
import { isHeldNow } from '../accounts/duties/held.ts'
import { acceptedForGood } from './cases/accepted.ts'
import { recusedArticles, recusedFromOpenCases, recusedUsers, withheldFromOfficer } from './recusal.ts'

/**
 * Who sees which cases, beside recusal: administrators all, section editors those of their categories and those assigned
 * to them, guest editors the one they were asked for, production
 * what is accepted for good. Every list, count, figure, search, email and single case asks here.
 */

export type Viewer = Pick<Actor, 'userId' | 'role' | 'duties'>

/**
 * The condition that a section editor keeps a case that they handle, whatever its category is now: it may have been merged,
 * or another one was chosen. Whose term in its category has ended does not.
 */
export function keepsInHand(user: RawBuilder<unknown>, category: RawBuilder<unknown>): RawBuilder<boolean> {
  const held = (more: RawBuilder<unknown>) => sql`exists (select 1 from duties
    where duties.user_id = ${user} and duties.duty = 'section' and ${isHeldNow()} ${more})`
  return sql<boolean>`${held(sql``)} and (${held(sql`and duties.category_id = ${category}`)}
    or not exists (select 1 from duties as ended
      where ended.user_id = ${user} and ended.category_id = ${category} and ended.until_day < ${dayOf(now())}))`
}

/** The cases of the categories of a section editor, and those that they handle. A subquery. */
const sectionArticles = (userId: string): RawBuilder<string> => sql<string>`
  select own_case.article_id from duties
    join articles as own_article on own_article.category_id = duties.category_id
    join review_cases as own_case on own_case.article_id = own_article.id
    where duties.user_id = ${userId} and duties.duty = 'section' and ${isHeldNow()}
  union
  select handled.article_id from review_cases as handled
    join articles as in_hand on in_hand.id = handled.article_id
    where handled.editor_id = ${userId} and ${keepsInHand(sql`${userId}`, sql`in_hand.category_id`)}`

/** The cases for which someone was asked as a guest editor. A subquery. */
const guestArticles = (userId: string): RawBuilder<string> => sql<string>`
  select guest.article_id from case_editors as guest
    where guest.user_id = ${userId} and guest.is_guest = 1 and guest.recused_at is null`

/** The ids of the articles whose cases someone edits who is no administrator, before recusal. */
export const editedArticles = (userId: string): RawBuilder<string> =>
  sql<string>`(${guestArticles(userId)} union ${sectionArticles(userId)})`

/** The condition on a column with the id of an article that this person sees its case as an editor. */
export const seesCase = (viewer: Viewer, column: string): RawBuilder<boolean> => {
  const notRecused = sql<boolean>`${sql.ref(column)} not in ${recusedArticles(viewer.userId)}`
  return isAdministrator(viewer)
    ? notRecused
    : sql<boolean>`${sql.ref(column)} in ${editedArticles(viewer.userId)} and ${notRecused}`
}

/**
 * The same for those who may see that there are cases and at which stage, but nothing of what is in them: who has read the list
 * of sealed requests still observes, as they decide nothing by it.
 */
export const seesStage = (viewer: Viewer, column: string): RawBuilder<boolean> =>
  hasDuty(viewer, 'observer')
    ? sql<boolean>`${sql.ref(column)} not in ${withheldFromOfficer(viewer.userId)}`
    : seesCase(viewer, column)

/** The condition that someone makes proofs now. */
const isProducer = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (select 1 from duties
  where duties.user_id = ${user} and duties.duty = 'production' and ${isHeldNow()})`

/**
 * The articles on which production works: accepted for good, published or not, without those of which this person is recused.
 * A subquery; of nothing for those who neither administer nor have the duty.
 */
export function producedFor(viewer: Viewer): RawBuilder<string> {
  const held = isAdministrator(viewer) ? sql`` : sql`and ${isProducer(sql`${viewer.userId}`)}`
  return sql<string>`(select produced.article_id from review_cases as produced
    where produced.stage = 'accepted' and produced.article_id in ${acceptedForGood(new Date())} ${held}
      and produced.article_id not in ${recusedArticles(viewer.userId)})`
}

export async function isProducedFor(db: Db, viewer: Viewer, articleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${producedFor(viewer)} as produced
    where produced.article_id = ${articleId}`.execute(db)
  return rows.length > 0
}

/** Those who make proofs without being administrators, and may know of this article. */
export const producersOf = (db: Db, articleId: string): Promise<{ id: string; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where('role', '<>', 'admin')
    .where(isProducer(sql.ref('users.id')))
    .where('id', 'not in', recusedUsers(articleId))
    .orderBy('id')
    .execute()

/** Whether someone is a section editor of a case now, before recusal. */
export async function isSectionEditorOf(db: Db, userId: string, articleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from (${sectionEditors(articleId)}) as section_editors
    where user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** The section editors of a case, before recusal: `user_id`. */
const sectionEditors = (articleId: string): RawBuilder<string> => sql<string>`
  select duties.user_id from duties
    join articles as own_article on own_article.category_id = duties.category_id
    where own_article.id = ${articleId} and duties.duty = 'section' and ${isHeldNow()}
  union
  select handled.editor_id from review_cases as handled
    join articles as in_hand on in_hand.id = handled.article_id
    where handled.article_id = ${articleId}
      and ${keepsInHand(sql`handled.editor_id`, sql`in_hand.category_id`)}`

/** The ids of section editors of a case, before recusal. A subquery. */
export const sectionEditorsOf = (articleId: string): RawBuilder<string> =>
  sql<string>`(select user_id from (${sectionEditors(articleId)}) as section_editors)`

/** The ids of all who are section editors of anything now. A subquery. */
export const allSectionEditors = (): RawBuilder<string> =>
  sql<string>`(select duties.user_id from duties where duties.duty = 'section' and ${isHeldNow()})`

interface Editor {
  id: string
  name: string
  email: string
  role: Role
}

/** The editors who may know of a case because of what they do for the journal: administrators first, without those recused. */
export async function editorsOf(db: Db, articleId: string): Promise<Editor[]> {
  return db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email', 'role'])
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', '=', 'admin'), eb('id', 'in', sectionEditorsOf(articleId))]))
    .where('id', 'not in', recusedUsers(articleId))
    .orderBy('role')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** True if every administrator is recused from some open case, and no section editor has it either. */
export async function isAnyCaseWithoutEditor(db: Db): Promise<boolean> {
  const administrators = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  const recusedFrom = await Promise.all(administrators.map(({ id }) => recusedFromOpenCases(db, id)))
  const [first, ...others] = recusedFrom
  for (const articleId of first ?? []) {
    if (others.every((ids) => ids.has(articleId)) && !(await editorsOf(db, articleId)).length) return true
  }
  return false
}
