import { SETTINGS_DRAFT_CHANGED } from '../../contract/api/settings.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { DomainError } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'

const ITEM = 'settings'

/** What a person has changed and not published. */
export async function readDraft(db: Db, userId: string) {
  const row = await db
    .selectFrom('journal_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('item', '=', ITEM)
    .executeTakeFirst()
  return { content: row?.content ?? null, revision: row?.revision ?? 0, savedAt: row?.saved_at ?? null }
}

/** Keeps a draft after the revision that was seen. The same sent twice, because an answer was lost, is one save. */
export async function saveDraft(
  tx: Tx,
  userId: string,
  content: string | null,
  seen: number,
): Promise<{ revision: number; savedAt: string }> {
  await lockForUpdate(tx, 'users', userId)
  const current = await readDraft(tx, userId)
  if (current.revision === seen + 1 && current.content === content)
    return { revision: current.revision, savedAt: current.savedAt! }
  if (current.revision !== seen) throw new DomainError('conflict', SETTINGS_DRAFT_CHANGED)
  const row = { user_id: userId, item: ITEM, content, revision: seen + 1, saved_at: now() }
  await tx
    .insertInto('journal_drafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'item']).doUpdateSet(row))
    .execute()
  return { revision: row.revision, savedAt: row.saved_at }
}
