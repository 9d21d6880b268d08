import { NEW_ITEM } from '../../../contract/rules/site/news.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { readDraft } from '../../../platform/drafts.ts'
import { notFound } from '../../../platform/errors.ts'
import { presentAnnouncement, thisDay } from './queries.ts'

/** The kind under which drafts of news are kept. */
export const NEWS_DRAFTS = 'news/'
export const draftItem = (item: string): string => NEWS_DRAFTS + item

/** An item of the news that someone writes about: undefined for what is new. Throws if there is none. */
export async function requireItem(db: Db, item: string) {
  if (item === NEW_ITEM) return undefined
  const row = await db.selectFrom('announcements').selectAll().where('id', '=', item).executeTakeFirst()
  if (!row) throw notFound('Item of the news')
  return row
}

/** What someone writes about an item of the news, with what readers have of it. */
export async function ownDraft(db: Db, userId: string, item: string) {
  const row = await requireItem(db, item)
  const { content, revision, savedAt } = await readDraft(db, userId, draftItem(item))
  return {
    draft: content === null ? null : { content, revision, savedAt: savedAt! },
    revision,
    published: row ? presentAnnouncement(row, thisDay()) : null,
  }
}
