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
import type { Database, Tx } from '../../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../../platform/database/lock-for-update.ts'
import { dropWaitingUntil } from '../../../../platform/email/withdraw.ts'
import { DomainError, notFound } from '../../../../platform/errors.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { changeOf, isUndoable, type KeptChange, keepMore, lockStanding, markUndone } from '../../bulk-changes.ts'
import { correctArticle } from '../correct.ts'
import { archiveArticle, unarchiveArticle } from '../remove.ts'
import {
  AT_ONCE,
  type Changed,
  isSameState,
  KIND,
  LeftAlone,
  type Place,
  STATE,
  stateOf,
  WAITING_EMAILS,
} from './kept.ts'

const GONE = {
  category: 'Its former category no longer exists.',
  volume: 'Its former volume no longer exists.',
} as const

interface Undone {
  back: string[]
  left: LeftAlone
  deleted: number
  /** Whether nothing is left to undo. */
  isOver: boolean
}

/**
 * Takes a change of many articles back, a few at a time as it was made. Those that someone has changed since stay as they are,
 * and are named. What has been looked at is no longer kept, so that undoing goes on where the process has ended.
 */
export async function undoMany(database: Database, caller: Caller, id: string): Promise<BulkOutcome> {
  const change = await changeOf<Changed>(database.db, KIND, id)
  if (!change) throw notFound('Change')
  if (change.subjectId !== caller.userId) throw new DomainError('forbidden', BULK_OTHER)
  let undone: Undone = { back: [], left: new LeftAlone(), deleted: 0, isOver: false }
  while (!undone.isOver) undone = await database.transaction((tx) => undoSome(tx, caller, id, undone))
  const { back, left, deleted } = undone
  const gone = deleted ? ` ${counted(deleted, 'article')} ${deleted === 1 ? 'was' : 'were'} deleted since.` : ''
  return { message: `Undone: ${counted(back.length, 'article')} as before.${gone}`, change: null, ...left.outcome }
}

async function undoSome(tx: Tx, caller: Caller, id: string, before: Undone): Promise<Undone> {
  const planned = await changeOf<Changed>(tx, KIND, id)
  const some = planned?.before.articles.slice(0, AT_ONCE) ?? []
  const ids = some.map((one) => one.id).toSorted()
  const locked = new Map((await lockAllForUpdate(tx, 'articles', ids)).map((row) => [row.id, row]))
  const there = await containers(tx, { kind: planned?.before.kind, articles: some })
  const standing = await lockStanding<Changed>(tx, KIND, { id, subjectId: caller.userId })
  const change = standing.find((one) => one.id === id)
  if (!change) throw new DomainError('conflict', BULK_UNDONE)
  const isBegun = before.back.length > 0 || before.deleted > 0
  if (!isBegun && !isUndoable(change)) throw new DomainError('conflict', BULK_OVER)
  const { kind, target, articles } = change.before
  // What another call has put back meanwhile is not among them any more.
  const { now = [], later = [] } = Object.groupBy(articles, (one) => (ids.includes(one.id) ? 'now' : 'later'))
  const left = before.left.copy()
  const back: Changed['articles'] = []
  let { deleted } = before
  for (const one of now) {
    await setImmediate()
    const article = locked.get(one.id)
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
    back.push(one)
  }
  const articleIds = back.map((one) => one.id)
  await dropWaitingUntil(tx, undoUntil(change.at), { articleIds, kinds: WAITING_EMAILS })
  await keepEarlier(
    tx,
    standing.filter((one) => one !== change),
    back,
  )
  const undone = { back: [...before.back, ...articleIds], left, deleted, isOver: !later.length }
  if (later.length) await keepMore(tx, id, { ...change.before, articles: later } satisfies Changed)
  else {
    await markUndone(tx, id)
    const facts = { articles: undone.back.length, articleIds: undone.back }
    await writeAuditEntry(tx, caller.userId, 'article.undo-many', id, {
      before: { change: kind, to: target },
      after: facts,
    })
  }
  return undone
}

/** What an earlier change of the editor has left is there again, as another version: that change can be undone too. */
async function keepEarlier(tx: Tx, others: readonly KeptChange<Changed>[], back: Changed['articles']): Promise<void> {
  if (!others.length || !back.length) return
  const ids = back.map((one) => one.id)
  const rows = await tx
    .selectFrom('articles')
    .select(['id', ...STATE])
    .where('id', 'in', ids)
    .execute()
  const states = new Map(rows.map((row) => [row.id, stateOf(row)]))
  const former = new Map(back.map(({ id, from }) => [id, from]))
  for (const { id, before } of others) {
    let isOther = false
    const articles = before.articles.map((one) => {
      const [was, is] = [former.get(one.id), states.get(one.id)]
      if (!was || !is || !isSameState(one.to, was)) return one
      isOther = true
      return { ...one, to: is }
    })
    if (isOther) await keepMore(tx, id, { ...before, articles } satisfies Changed)
  }
}

/** The former categories or volumes, locked after the articles; those that are gone are not among them. */
async function containers(
  tx: Tx,
  { kind, articles }: { kind: Changed['kind'] | undefined; articles: Changed['articles'] },
): Promise<Set<string>> {
  if (kind !== 'category' && kind !== 'volume') return new Set()
  const former = articles.map(({ from }) => (kind === 'category' ? from.category_id : from.volume_id))
  const ids = [...new Set(former.filter((id) => id !== null))].toSorted()
  const rows =
    kind === 'category' ? await lockAllForUpdate(tx, 'categories', ids) : await lockAllForUpdate(tx, 'volumes', ids)
  return new Set(rows.map(({ id }) => id))
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
  // A place in another volume is not of this change, and that volume may be gone.
  if (place && place.volume_id === from.volume_id) await placeAgain(tx, id, place)
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
