import { setImmediate } from 'node:timers/promises'
import { VOLUME_GONE } from '../../../../contract/api/approval.ts'
import {
  BULK_HELD,
  BULK_STOPPED,
  BULK_TARGET,
  BULK_UNDONE,
  type BulkArticles,
  type BulkForm,
  type BulkOutcome,
} from '../../../../contract/api/bulk-articles.ts'
import { isAdministrator } from '../../../../contract/rules/accounts/access.ts'
import { undoUntil } from '../../../../contract/rules/site/undo.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../../platform/audit.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { Tx } from '../../../../platform/database/connect.ts'
import { lockAllForUpdate, lockForUpdate } from '../../../../platform/database/lock-for-update.ts'
import type { ArticleRow } from '../../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../../platform/errors.ts'
import { now } from '../../../../platform/ids.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { keepChange, keepMore, lockChange } from '../../bulk-changes.ts'
import { lockLiveCategory } from '../../categories/queries.ts'
import { holdOf } from '../../issues/held.ts'
import { correctArticle } from '../correct.ts'
import { archiveArticle, unarchiveArticle } from '../remove.ts'
import { chosenIds } from './choose.ts'
import { AT_ONCE, type Changed, KIND, LeftAlone, messageOf, type Place, presentChange, stateOf } from './kept.ts'

/** One call's change of many articles, as far as it has come. */
interface UnderWay {
  changed: Changed
  left: LeftAlone
  already: number
  /** Of the change as it is kept, once something has been changed. */
  id: string | null
}

/**
 * Changes many articles, each by what the same change of one is: policy, versions, deposits, events. What is refused of one
 * stays and is named. Emails wait until the change cannot be undone any more.
 *
 * A few at a time: one of a public article takes as long as twenty reads of it, and SQLite has one writer. What is done is
 * kept with each part, so that it can be undone wherever the process ends; sent again, the call does the rest.
 */
export async function changeMany(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  caller: Caller,
  form: BulkForm,
): Promise<BulkOutcome> {
  const at = now()
  const ids = await chosenIds(database.db, caller, form)
  let done: UnderWay = {
    ...{ changed: { kind: form.kind, target: null, articles: [] }, left: new LeftAlone(), already: 0, id: null },
  }
  let stopped = ''
  for (let from = 0; from < ids.length && !stopped; from += AT_ONCE) {
    const part = { ids: ids.slice(from, from + AT_ONCE), isLast: from + AT_ONCE >= ids.length, at }
    try {
      done = await database.transaction((tx) => changeSome(tx, caller, form, part, done))
    } catch (error) {
      if (done.id === null) throw error
      const isKnown = error instanceof DomainError
      if (!isKnown) log.error({ err: error, change: done.id }, 'a change of many articles has stopped midway')
      stopped = isKnown ? ` Then this stopped it: ${error.message}` : ` ${BULK_STOPPED}`
      await database.transaction((tx) => writeEntry(tx, caller, done))
    }
  }
  const { changed, left, already, id } = done
  const message = [
    id === null ? 'Nothing was changed.' : messageOf(changed),
    ...(already ? [`${counted(already, 'article')} ${already === 1 ? 'was' : 'were'} there already.`] : []),
  ].join(' ')
  return {
    message: message + stopped,
    change: id === null ? null : presentChange(id, at, changed),
    ...left.outcome,
  }
}

async function changeSome(
  tx: Tx,
  caller: Caller,
  { kind, targetId }: BulkForm,
  { ids, isLast, at }: { ids: string[]; isLast: boolean; at: string },
  before: UnderWay,
): Promise<UnderWay> {
  const locked = new Map((await lockAllForUpdate(tx, 'articles', ids)).map((row) => [row.id, row]))
  const target = await targetOf(tx, kind, targetId)
  // Before what undoing locks after it.
  if (before.id !== null && !(await lockChange(tx, before.id))) throw new DomainError('conflict', BULK_UNDONE)
  const left = before.left.copy()
  const articles: Changed['articles'] = []
  let { already } = before
  for (const id of ids) {
    const article = locked.get(id)
    // Deleted, or the editor has become recused.
    if (!article || !isAdministrator(await actingOn(tx, caller, id))) continue
    if (isThere(article, kind, target?.id ?? null)) {
      already++
      continue
    }
    const place = kind === 'volume' ? await placeOf(tx, id) : undefined
    try {
      await changeOne(tx, caller, article, { kind, target, notBefore: undoUntil(at) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      left.add(article.title, error.message)
      continue
    }
    const after = await lockForUpdate(tx, 'articles', id)
    articles.push({ id, from: stateOf(article), to: stateOf(after!), ...(place ? { place } : {}) })
    // Other work of the process has its turn.
    await setImmediate()
  }
  const changed: Changed = {
    ...{ kind, target: target?.name ?? null },
    articles: [...before.changed.articles, ...articles],
  }
  let { id } = before
  if (id !== null) await keepMore(tx, id, changed)
  if (id === null && articles.length)
    id = await keepChange(tx, { kind: KIND, subjectId: caller.userId, before: changed, at })
  const done = { changed, left, already, id }
  if (isLast) await writeEntry(tx, caller, done)
  return done
}

/** The entry of the whole change in the audit log, if there is any. */
async function writeEntry(tx: Tx, caller: Caller, { changed, id }: Pick<UnderWay, 'changed' | 'id'>): Promise<void> {
  if (id === null) return
  const { kind, target, articles } = changed
  await writeAuditEntry(tx, caller.userId, 'article.change-many', id, {
    after: { change: kind, to: target, articles: articles.length, articleIds: idsOf(changed) },
  })
}

const idsOf = ({ articles }: Pick<Changed, 'articles'>): string[] => articles.map(({ id }) => id)

interface Target {
  id: string
  name: string
}

/** The category or volume, locked after the articles as in a correction of one; null for none. */
async function targetOf(tx: Tx, kind: BulkArticles, id: string | null): Promise<Target | null> {
  if (kind === 'category') {
    const category = id === null ? undefined : await lockLiveCategory(tx, id)
    if (!category) throw invalid('targetId', BULK_TARGET.category)
    return { id: category.id, name: category.name }
  }
  if (kind !== 'volume' || id === null) return null
  const volume = await lockForUpdate(tx, 'volumes', id)
  if (!volume) throw invalid('targetId', VOLUME_GONE)
  return { id, name: volume.title }
}

function isThere(article: ArticleRow, kind: BulkArticles, targetId: string | null): boolean {
  if (kind === 'category') return article.category_id === targetId
  if (kind === 'volume') return article.volume_id === targetId
  return (article.archived_at !== null) === (kind === 'archive')
}

async function changeOne(
  tx: Tx,
  caller: Caller,
  { id, version }: ArticleRow,
  { kind, target, notBefore }: { kind: BulkArticles; target: Target | null; notBefore: string },
): Promise<void> {
  if (kind === 'archive') return archiveArticle(tx, caller, id, { notBefore })
  if (kind === 'unarchive') return unarchiveArticle(tx, caller, id)
  // It would have to be held again, and undoing could not bring that back.
  if (await holdOf(tx, id)) throw new DomainError('conflict', BULK_HELD)
  const reason = target === null ? 'Taken out of its volume.' : `Moved to ${target.name}.`
  const moved = kind === 'category' ? { categoryId: target!.id } : { volumeId: target?.id ?? null }
  await correctArticle(tx, caller, { id, version, reason, ...moved }, undefined, { notBefore })
}

const placeOf = (tx: Tx, id: string): Promise<Place | undefined> =>
  tx
    .selectFrom('issue_articles')
    .select(['volume_id', 'position', 'heading'])
    .where('article_id', '=', id)
    .executeTakeFirst()
