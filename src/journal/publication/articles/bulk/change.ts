import { setImmediate } from 'node:timers/promises'
import { VOLUME_GONE } from '../../../../contract/api/approval.ts'
import {
  BULK_HELD,
  BULK_TARGET,
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
import { lockForUpdate } from '../../../../platform/database/lock-for-update.ts'
import type { ArticleRow } from '../../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../../platform/errors.ts'
import { now } from '../../../../platform/ids.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { keepChange } from '../../bulk-changes.ts'
import { lockLiveCategory } from '../../categories/queries.ts'
import { holdOf } from '../../issues/held.ts'
import { correctArticle } from '../correct.ts'
import { archiveArticle, unarchiveArticle } from '../remove.ts'
import { chosenIds } from './choose.ts'
import { type Changed, KIND, LeftAlone, messageOf, type Place, presentChange, stateOf } from './kept.ts'

/** After so many articles other work of the process has its turn. */
const IN_A_ROW = 10

/**
 * Changes many articles, each by what the same change of one is: policy, versions, deposits, events. What is refused of one
 * stays and is named. Emails wait until the change cannot be undone any more.
 */
export async function changeMany(tx: Tx, caller: Caller, form: BulkForm): Promise<BulkOutcome> {
  const { kind } = form
  // Before the articles, as merging a category and publishing an issue do.
  const target = await targetOf(tx, kind, form.targetId)
  const at = now()
  const changed: Changed = { kind, target: target?.name ?? null, articles: [] }
  const left = new LeftAlone()
  let already = 0
  for (const [index, id] of (await chosenIds(tx, caller, form)).entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await setImmediate()
    const article = await lockForUpdate(tx, 'articles', id)
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
    changed.articles.push({ id, from: stateOf(article), to: stateOf(after!), ...(place ? { place } : {}) })
  }
  const message = [
    changed.articles.length ? messageOf(changed) : 'Nothing was changed.',
    ...(already ? [`${counted(already, 'article')} ${already === 1 ? 'was' : 'were'} there already.`] : []),
  ].join(' ')
  if (!changed.articles.length) return { message, change: null, ...left.outcome }
  const id = await keepChange(tx, { kind: KIND, subjectId: caller.userId, before: changed, at })
  await writeAuditEntry(tx, caller.userId, 'article.change-many', id, {
    after: { change: kind, to: changed.target, articles: changed.articles.length, articleIds: idsOf(changed) },
  })
  return { message, change: presentChange(id, at, changed), ...left.outcome }
}

export const idsOf = ({ articles }: Pick<Changed, 'articles'>): string[] => articles.map(({ id }) => id)

export interface Target {
  id: string
  name: string
}

/** The category or volume, locked; null for none. */
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
