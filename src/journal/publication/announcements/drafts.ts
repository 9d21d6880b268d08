import { type DraftText, NEWS_DRAFT_CHANGED } from '../../../contract/api/announcements.ts'
import { NEW_ITEM } from '../../../contract/rules/site/news.ts'
import type { AnnouncementDraftRow } from '../../../platform/database/announcement-tables.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { presentAnnouncement, thisDay } from './queries.ts'

const find = (db: Db, userId: string, item: string): Promise<AnnouncementDraftRow | undefined> =>
  db
    .selectFrom('announcement_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('item', '=', item)
    .executeTakeFirst()

/** What someone writes about an item of the news, with what readers have of it. */
export async function ownDraft(db: Db, userId: string, item: string) {
  const row = item === NEW_ITEM ? undefined : await db.selectFrom('announcements').selectAll().where('id', '=', item).executeTakeFirst() // prettier-ignore
  if (item !== NEW_ITEM && !row) throw notFound('Item of the news')
  const { content, revision, saved_at } = (await find(db, userId, item)) ?? { content: null, revision: 0, saved_at: '' }
  return {
    draft: content === null ? null : { content, revision, savedAt: saved_at },
    revision,
    published: row ? presentAnnouncement(row, thisDay()) : null,
  }
}

export const draftsOf = (db: Db, userId: string) =>
  db
    .selectFrom('announcement_drafts')
    .select(['item', 'title', 'saved_at as savedAt'])
    .where('user_id', '=', userId)
    .where('content', 'is not', null)
    .orderBy('saved_at', 'desc')
    .orderBy('item')
    .execute()

/** One save after the other for each person, on all their devices. */
async function lockDraft(tx: Tx, userId: string, item: string): Promise<AnnouncementDraftRow | undefined> {
  await lockForUpdate(tx, 'users', userId)
  return find(tx, userId, item)
}

async function write(tx: Tx, { user_id, item, ...rest }: AnnouncementDraftRow): Promise<void> {
  await tx
    .insertInto('announcement_drafts')
    .values({ user_id, item, ...rest })
    .onConflict((conflict) => conflict.columns(['user_id', 'item']).doUpdateSet(rest))
    .execute()
}

/** Keeps what was typed from `revision` on. The same text sent twice, because an answer was lost, is one save. */
export async function saveDraft(
  tx: Tx,
  userId: string,
  { item, content: { content, title }, revision }: { item: string; content: DraftText; revision: number },
): Promise<{ revision: number; savedAt: string }> {
  const current = await lockDraft(tx, userId, item)
  if (current && current.revision === revision + 1 && current.content === content)
    return { revision: current.revision, savedAt: current.saved_at }
  if ((current?.revision ?? 0) !== revision) throw new DomainError('conflict', NEWS_DRAFT_CHANGED)
  if (item !== NEW_ITEM && !(await tx.selectFrom('announcements').select('id').where('id', '=', item).executeTakeFirst())) throw notFound('Item of the news') // prettier-ignore
  const row = { user_id: userId, item, content, title, revision: revision + 1, saved_at: now() }
  await write(tx, row)
  return { revision: row.revision, savedAt: row.saved_at }
}

export async function discardDraft(tx: Tx, userId: string, item: string, revision: number): Promise<void> {
  const current = await lockDraft(tx, userId, item)
  if (current?.content == null) return
  if (current.revision !== revision) throw new DomainError('conflict', NEWS_DRAFT_CHANGED)
  await endDraft(tx, userId, item)
}

/** Its text is gone; its number goes on, so that a device that has slept does not take an older text for the newest. */
export async function endDraft(tx: Tx, userId: string, item: string): Promise<void> {
  const current = await lockDraft(tx, userId, item)
  if (current?.content == null) return
  await write(tx, { ...current, content: null, title: '', revision: current.revision + 1, saved_at: now() })
}
