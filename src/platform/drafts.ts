import type { Db, Tx } from './database/connect.ts'
import type { DraftRow } from './database/journal-tables.ts'
import { lockForUpdate } from './database/lock-for-update.ts'
import { DomainError } from './errors.ts'
import { now } from './ids.ts'
import { COLUMN, type PersonalDataPart } from './personal-data-part.ts'

export const DRAFT_CHANGED = 'This text was changed on another device or in another tab.'

/** A text that someone has begun and not published, by what it is about, like 'settings' or 'news/new'. */
export interface OwnDraft {
  /** JSON, as the form has sent it; null for nothing. */
  content: string | null
  /** From which the next save is made, also without a text. */
  revision: number
  savedAt: string | null
}

const find = (db: Db, userId: string, item: string): Promise<DraftRow | undefined> =>
  db.selectFrom('drafts').selectAll().where('user_id', '=', userId).where('item', '=', item).executeTakeFirst()

export async function readDraft(db: Db, userId: string, item: string): Promise<OwnDraft> {
  const row = await find(db, userId, item)
  return { content: row?.content ?? null, revision: row?.revision ?? 0, savedAt: row?.saved_at ?? null }
}

/** The person's drafts of one kind, like 'news/', the newest first. Their items are named without the kind. */
export async function draftsFrom(db: Db, userId: string, kind: `${string}/`) {
  const rows = await db
    .selectFrom('drafts')
    .select(['item', 'title', 'saved_at as savedAt'])
    .where('user_id', '=', userId)
    .where('item', '>=', kind)
    .where('item', '<', `${kind.slice(0, -1)}0`)
    .where('content', 'is not', null)
    .orderBy('saved_at', 'desc')
    .orderBy('item')
    .execute()
  return rows.map(({ item, ...facts }) => ({ item: item.slice(kind.length), ...facts }))
}

/** One save after the other for each person, on all their devices. */
async function lockDraft(tx: Tx, userId: string, item: string): Promise<DraftRow | undefined> {
  await lockForUpdate(tx, 'users', userId)
  return find(tx, userId, item)
}

async function write(tx: Tx, { user_id, item, ...rest }: DraftRow): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({ user_id, item, ...rest })
    .onConflict((conflict) => conflict.columns(['user_id', 'item']).doUpdateSet(rest))
    .execute()
}

/**
 * Keeps what was typed after the revision `seen`. The same text sent twice, because an answer was lost, is one save.
 * Throws a conflict if another device has saved since.
 */
export async function saveDraft(
  tx: Tx,
  userId: string,
  { item, content, title = '', seen }: { item: string; content: string | null; title?: string; seen: number },
): Promise<{ revision: number; savedAt: string }> {
  const current = await lockDraft(tx, userId, item)
  if (current?.revision === seen + 1 && current.content === content)
    return { revision: current.revision, savedAt: current.saved_at }
  if ((current?.revision ?? 0) !== seen) throw new DomainError('conflict', DRAFT_CHANGED)
  const row = { user_id: userId, item, content, title, revision: seen + 1, saved_at: now() }
  await write(tx, row)
  return { revision: row.revision, savedAt: row.saved_at }
}

/** Throws a conflict if another device has saved since the revision `seen`. */
export async function discardDraft(tx: Tx, userId: string, item: string, seen: number): Promise<void> {
  const current = await lockDraft(tx, userId, item)
  if (current?.content == null) return
  if (current.revision !== seen) throw new DomainError('conflict', DRAFT_CHANGED)
  await endDraft(tx, userId, item)
}

/** Its text is gone; its number goes on, so that a device that has slept does not take an older text for the newest. */
export async function endDraft(tx: Tx, userId: string, item: string): Promise<void> {
  const current = await lockDraft(tx, userId, item)
  if (current?.content == null) return
  await write(tx, { ...current, content: null, title: '', revision: current.revision + 1, saved_at: now() })
}

/** What an editor has begun and not published. What is published is the journal's own. */
export const editorDraftData: PersonalDataPart = {
  name: 'drafts of the journal',
  about: 'What you have begun in Settings and for the news, and have not published.',
  give: async function* (db, { id }) {
    const rows = await db.selectFrom('drafts').selectAll().where('user_id', '=', id).orderBy('item').execute()
    for (const { item, content, saved_at } of rows)
      if (content !== null) yield { item, savedAt: saved_at, draft: JSON.parse(content) as unknown }
  },
  erase: async (tx, { id }) => {
    await tx.deleteFrom('drafts').where('user_id', '=', id).execute()
  },
  columns: { 'drafts.user_id': COLUMN.gone },
}
