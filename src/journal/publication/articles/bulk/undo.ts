import { setImmediate } from 'node:timers/promises'
import {
  BULK_CHANGED,
  BULK_OTHER,
  BULK_OVER,
  BULK_UNDONE,
  type BulkOutcome,
} from '../../../../contract/api/bulk-articles.ts'
import { isAdministrator } from '../../../../contract/rules/accounts/access.ts'
import { undoUntil } from '../../../../contract/rules/site/undo.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../../platform/audit.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { Tx } from '../../../../platform/database/connect.ts'
import { lockAllForUpdate, lockForUpdate } from '../../../../platform/database/lock-for-update.ts'
import { dropWaitingUntil } from '../../../../platform/email/withdraw.ts'
import { DomainError, notFound } from '../../../../platform/errors.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { changeOf, IDS_AT_ONCE, isUndoable, markUndone } from '../../bulk-changes.ts'
import { correctArticle } from '../correct.ts'
import { archiveArticle, unarchiveArticle } from '../remove.ts'
import { type Changed, isSameState, KIND, LeftAlone, type Place, WAITING_EMAILS } from './kept.ts'

const IN_A_ROW = 10
const GONE = {
  category: 'Its former category no longer exists.',
  volume: 'Its former volume no longer exists.',
} as const

/** Takes a change of many articles back. Those that someone has changed since stay as they are, and are named. */
export async function undoMany(tx: Tx, caller: Caller, id: string): Promise<BulkOutcome> {
  const change = await changeOf<Changed>(tx, KIND, id)
  if (!change) throw notFound('Change')
  if (change.subjectId !== caller.userId) throw new DomainError('forbidden', BULK_OTHER)
  // Two at once: the second waits here.
  if (!(await markUndone(tx, id))) throw new DomainError('conflict', BULK_UNDONE)
  if (!isUndoable(change)) throw new DomainError('conflict', BULK_OVER)
  const { kind, target, articles } = change.before
  const there = await containers(tx, change.before)
  const left = new LeftAlone()
  const back: string[] = []
  let deleted = 0
  for (const [index, one] of articles.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await setImmediate()
    const article = await lockForUpdate(tx, 'articles', one.id)
    if (!article) {
      deleted++
      continue
    }
    if (!isAdministrator(await actingOn(tx, caller, one.id))) continue
    if (!isSameState(article, one.to)) {
      left.add(article.title, BULK_CHANGED)
      continue
    }
    try {
      await undoOne(tx, caller, change.before, one, there)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      left.add(article.title, error.message)
      continue
    }
    back.push(one.id)
  }
  for (let at = 0; at < back.length; at += IDS_AT_ONCE) {
    const articleIds = back.slice(at, at + IDS_AT_ONCE)
    await dropWaitingUntil(tx, undoUntil(change.at), { articleIds, kinds: WAITING_EMAILS })
  }
  await writeAuditEntry(tx, caller.userId, 'article.undo-many', id, {
    before: { change: kind, to: target, articles: articles.length },
    after: { articles: back.length, articleIds: back },
  })
  const gone = deleted ? ` ${counted(deleted, 'article')} ${deleted === 1 ? 'was' : 'were'} deleted since.` : ''
  return { message: `Undone: ${counted(back.length, 'article')} as before.${gone}`, change: null, ...left.outcome }
}

/** The former categories or volumes, locked before the articles; those that are gone are not among them. */
async function containers(tx: Tx, { kind, articles }: Changed): Promise<Set<string>> {
  if (kind !== 'category' && kind !== 'volume') return new Set()
  const former = articles.map(({ from }) => (kind === 'category' ? from.category_id : from.volume_id))
  const ids = [...new Set(former.filter((id) => id !== null))].toSorted()
  const there = new Set<string>()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE)
    const rows =
      kind === 'category' ? await lockAllForUpdate(tx, 'categories', some) : await lockAllForUpdate(tx, 'volumes', some)
    for (const { id } of rows) there.add(id)
  }
  return there
}

async function undoOne(
  tx: Tx,
  caller: Caller,
  { kind, target }: Changed,
  { id, from, to, place }: Changed['articles'][number],
  there: ReadonlySet<string>,
): Promise<void> {
  const tell = { isSilent: true }
  if (kind === 'archive') return unarchiveArticle(tx, caller, id)
  if (kind === 'unarchive') return archiveArticle(tx, caller, id, { since: from.archived_at!, ...tell })
  const former = kind === 'category' ? from.category_id : from.volume_id
  if (former !== null && !there.has(former)) throw new DomainError('conflict', GONE[kind])
  const reason = target === null ? 'Put back into its volume.' : `Moved back from ${target}.`
  const moved = kind === 'category' ? { categoryId: from.category_id } : { volumeId: from.volume_id }
  await correctArticle(tx, caller, { id, version: to.version, reason, ...moved }, undefined, tell)
  if (place) await placeAgain(tx, id, place)
}

/** Its place is still there, unless the order of another volume was published with it meanwhile. */
async function placeAgain(tx: Tx, articleId: string, place: Place): Promise<void> {
  const row = { article_id: articleId, ...place }
  await tx
    .insertInto('issue_articles')
    .values(row)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(place))
    .execute()
}
