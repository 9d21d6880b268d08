import { sql } from 'kysely'
import type { MergePlan } from '../../../contract/api/categories.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { canUndo, undoUntil } from '../../../contract/rules/site/undo.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { dutiesBack, moveDuties } from '../../accounts/duties/follow-category.ts'
import { IDS_AT_ONCE as AT_ONCE, keepChange, lastStanding, markUndone } from '../bulk-changes.ts'
import { endRedirect, redirect } from '../redirects/redirects.ts'
import type { CategoryRow } from './queries.ts'

const KIND = 'category-merge'

/** What undoing a merge has to know. */
interface Merged {
  into: string
  articleIds: string[]
  /** Old addresses that led to the category. */
  led: string[]
  /** Those who followed it by email, and not the other one. */
  follows: string[]
  /** Terms of its section editors; of merges from before there were any: none. */
  duties?: string[]
}

/** What merging the category would move. */
export async function mergePlan(db: Db, id: string): Promise<MergePlan> {
  await liveOnly(db, id)
  const count = async (table: 'articles' | 'public_articles') => {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('total'))
    return Number((await query.where('category_id', '=', id).executeTakeFirstOrThrow()).total)
  }
  const [published, all] = [await count('public_articles'), await count('articles')]
  const named = `%"categoryId":"${id.replace(/_/g, '\\_')}"%`
  const drafts = await db
    .selectFrom('submission_drafts')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where(sql<boolean>`content like ${named} escape '\\'`)
    .executeTakeFirstOrThrow()
  const led = await db
    .selectFrom('redirects')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('to_path', '=', paths.category(id))
    .executeTakeFirstOrThrow()
  return { published, manuscripts: all - published, drafts: Number(drafts.total), addresses: Number(led.total) }
}

/**
 * Moves the articles and addresses of a category to another one. What names the category in another way, such as a draft on
 * an author's own device, finds the other by `merged_into`. The second time it changes nothing.
 */
export async function mergeCategory(tx: Tx, actorId: string, { id, into }: { id: string; into: string }) {
  if (id === into) throw new DomainError('invalid', INTO_ITSELF, { errors: { into: INTO_ITSELF } })
  const inside = await tx.selectFrom('articles').select('id').where('category_id', '=', id).orderBy('id').execute()
  await lockArticles(
    tx,
    inside.map((article) => article.id),
  )
  // In one order, so that two opposite merges wait for each other and the second is refused.
  const locked = await lockAllForUpdate(tx, 'categories', [id, into].toSorted())
  const [category, target] = [id, into].map((one) => locked.find((row) => row.id === one))
  if (!category) throw notFound('Category')
  if (!target) throw new DomainError('invalid', TARGET_GONE, { errors: { into: TARGET_GONE } })
  if (category.merged_into === into)
    return mergedMessage(category, target, (await lastMerge(tx, id))?.articleIds.length ?? 0)
  for (const one of [category, target]) if (one.merged_into !== null) throw mergedAlready(one)

  const at = now()
  const articles = await tx.selectFrom('articles').select('id').where('category_id', '=', id).orderBy('id').execute()
  await tx.updateTable('articles').set({ category_id: into }).where('category_id', '=', id).execute()
  const led = await redirect(tx, {
    ...{ from: paths.category(id), to: paths.category(into), subject: 'category' },
  })
  const follows = await moveFollowers(tx, id, into)
  const duties = await moveDuties(tx, id, into)
  await tx
    .updateTable('categories')
    .set({ merged_into: into, updated_at: at, version: category.version + 1 })
    .where('id', '=', id)
    .execute()
  const before: Merged = { into, articleIds: articles.map((article) => article.id), led, follows, duties }
  await keepChange(tx, { kind: KIND, subjectId: id, before, at })
  await writeAuditEntry(tx, actorId, 'category.merge', id, {
    before: { name: category.name },
    after: { mergedInto: target.name, articles: articles.length },
  })
  await touchPublicSite(tx)
  return mergedMessage(category, target, articles.length)
}

/** Merges that can still be undone, newest first. */
export async function undoableMerges(db: Db) {
  const rows = await db
    .selectFrom('bulk_changes as change')
    .innerJoin('categories as category', 'category.id', 'change.subject_id')
    .innerJoin('categories as target', 'target.id', 'category.merged_into')
    .select(['category.id', 'category.name', 'target.id as into_id', 'target.name as into_name', 'change.at'])
    .where('change.kind', '=', KIND)
    .where('change.undone_at', 'is', null)
    .where('target.merged_into', 'is', null)
    .orderBy('change.at', 'desc')
    .orderBy('change.id')
    .execute()
  return rows
    .filter(({ at }) => canUndo(at, new Date()))
    .map(({ id, name, into_id, into_name, at }) => ({
      ...{ id, name, until: undoUntil(at) },
      into: { id: into_id, name: into_name },
    }))
}

/**
 * Brings a merged category back, with the articles that came from it; those that were moved on since stay where they are, and
 * are named. The second time it changes nothing.
 */
export async function undoMerge(tx: Tx, actorId: string, id: string): Promise<string> {
  const merge = await lastMerge(tx, id)
  await lockArticles(tx, merge?.articleIds.toSorted() ?? [])
  const locked = await lockAllForUpdate(tx, 'categories', [id, ...(merge ? [merge.into] : [])].toSorted())
  const category = locked.find((row) => row.id === id)
  if (!category) throw notFound('Category')
  if (category.merged_into === null) return `${category.name} is back.`
  const target = locked.find((row) => row.id === category.merged_into)
  if (!merge || !target || !canUndo(merge.at, new Date())) throw new DomainError('conflict', UNDO_OVER)
  if (target.merged_into !== null) throw new DomainError('conflict', undoFirst(target.name))
  await refuseTakenName(tx, category)

  let back = 0
  for (let at = 0; at < merge.articleIds.length; at += AT_ONCE) {
    const moved = await tx
      .updateTable('articles')
      .set({ category_id: id })
      .where('id', 'in', merge.articleIds.slice(at, at + AT_ONCE))
      .where('category_id', '=', target.id)
      .executeTakeFirst()
    back += Number(moved.numUpdatedRows)
  }
  await endRedirect(tx, paths.category(id), merge.led)
  await followersBack(tx, merge.follows, { from: target.id, to: id })
  await dutiesBack(tx, merge.duties ?? [], { from: target.id, to: id })
  const at = now()
  await tx
    .updateTable('categories')
    .set({ merged_into: null, updated_at: at, version: category.version + 1 })
    .where('id', '=', id)
    .execute()
  await markUndone(tx, merge.changeId, at)
  await writeAuditEntry(tx, actorId, 'category.undo-merge', id, {
    before: { mergedInto: target.name, articles: merge.articleIds.length },
    after: { name: category.name, articles: back },
  })
  await touchPublicSite(tx)
  const stay = back === merge.articleIds.length ? [] : await movedOn(tx, merge.articleIds, id)
  return (
    `${category.name} is back with ${counted(back, 'article')}.` +
    (stay.length ? ` Moved elsewhere since, and left there: ${stay.join('; ')}.` : '')
  )
}

/** Before the categories, as a correction of one does. */
async function lockArticles(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await lockAllForUpdate(tx, 'articles', ids.slice(at, at + AT_ONCE))
}

/** Who follows the category follows the other one from now on; those who do already stay as they are. */
async function moveFollowers(tx: Tx, id: string, into: string): Promise<string[]> {
  const already = tx.selectFrom('follows').select('email').where('category_id', '=', into)
  const moving = await tx
    .selectFrom('follows')
    .select('id')
    .where('category_id', '=', id)
    .where('email', 'not in', already)
    .execute()
  const ids = moving.map((follow) => follow.id)
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tx
      .updateTable('follows')
      .set({ category_id: into })
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .execute()
  return ids
}

async function followersBack(
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tx
      .updateTable('follows')
      .set({ category_id: to })
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .where('category_id', '=', from)
      .execute()
}

/** The newest merge of a category that has not been undone. */
async function lastMerge(db: Db, id: string) {
  const change = await lastStanding<Merged>(db, KIND, id)
  return change && { ...change.before, changeId: change.id, at: change.at }
}

/** So many titles are named; more are counted. */
const TITLES = 3

async function movedOn(db: Db, ids: readonly string[], id: string): Promise<string[]> {
  const titles: string[] = []
  let more = 0
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('articles')
      .select('title')
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .where('category_id', '<>', id)
      .orderBy('id')
      .execute()
    for (const { title } of rows) {
      if (titles.length < TITLES) titles.push(`“${plainTitle(title)}”`)
      else more++
    }
  }
  return more ? [...titles, `${more} more`] : titles
}

/** Compares letter case for every script. */
async function refuseTakenName(tx: Tx, { name }: CategoryRow): Promise<void> {
  const live = await tx.selectFrom('categories').select('name').where('merged_into', 'is', null).execute()
  if (live.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new DomainError('conflict', `There is another category named "${name}" now. Rename it first.`)
}

async function liveOnly(db: Db, id: string): Promise<void> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (!category) throw notFound('Category')
}

const mergedMessage = (category: CategoryRow, target: CategoryRow, articles: number): string =>
  `${counted(articles, 'article')} moved from ${category.name} to ${target.name}.`

const INTO_ITSELF = 'Please choose another category: one cannot be merged into itself.'
const TARGET_GONE = 'Please choose a category. The one that you chose no longer exists.'
const UNDO_OVER = 'This merge can no longer be undone: ten minutes have passed.'
const undoFirst = (name: string) => `"${name}" has been merged since. Undo that merge first.`
const mergedAlready = ({ name }: CategoryRow) =>
  new DomainError('conflict', `"${name}" has been merged into another category. Reload to see where it is now.`)
