import { type AnnouncementForm, NEWS_CHANGED, NEWS_SLUG_TAKEN } from '../../../contract/api/announcements.ts'
import { NEW_ITEM } from '../../../contract/rules/site/news.ts'
import { textDigest, writeAuditEntry } from '../../../platform/audit.ts'
import type { AnnouncementRow } from '../../../platform/database/announcement-tables.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { endDraft } from '../../../platform/drafts.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { announceNextMorning } from '../following/digest.ts'
import { draftItem } from './drafts.ts'
import { thisDay } from './queries.ts'

type Fields = Pick<AnnouncementRow, 'kind' | 'slug' | 'title' | 'body' | 'shown_from' | 'shown_until' | 'deadline'>

/** Of the dates those of its kind; without a first day it begins on `from`. */
const fieldsOf = ({ kind, slug, title, body, ...dates }: AnnouncementForm, from: string): Fields => ({
  ...{ kind, slug, title, body, shown_from: dates.from ?? from },
  shown_until: kind === 'news' ? dates.until : null,
  deadline: kind === 'call' ? dates.deadline : null,
})

const isSame = (row: Fields, other: Fields): boolean =>
  (Object.keys(other) as (keyof Fields)[]).every((field) => row[field] === other[field])

const facts = ({ kind, slug, title, body, shown_from, shown_until, deadline }: Fields) => ({
  ...{ kind, slug, title, from: shown_from, until: shown_until, deadline, text: textDigest(body) },
})

/** Publishes an item of the news. The same one sent twice, because an answer was lost, is one. */
export async function createAnnouncement(tx: Tx, actorId: string, form: AnnouncementForm): Promise<AnnouncementRow> {
  const [id, at] = [newId(), now()]
  const fields = fieldsOf(form, thisDay())
  const before = await owner(tx, fields.slug)
  if (before) {
    const row = before.announcement_id === null ? undefined : await find(tx, before.announcement_id)
    if (row && row.version === 1 && isSame(row, fields)) return row
    throw slugTaken()
  }
  const row = { id, ...fields, published_at: at, updated_at: at, version: 1 }
  await tx.insertInto('announcements').values(row).execute()
  await takeAddress(tx, fields.slug, id)
  await writeAuditEntry(tx, actorId, 'announcement.create', id, { after: facts(fields) })
  await endDraft(tx, actorId, draftItem(NEW_ITEM))
  await touchPublicSite(tx)
  await announceNextMorning(tx, firstMoment(row))
  return row
}

/** Publishes a change of what was on the screen as `version`. */
export async function updateAnnouncement(
  tx: Tx,
  actorId: string,
  { id, version, ...form }: AnnouncementForm & { id: string; version: number },
): Promise<AnnouncementRow> {
  const before = await find(tx, id)
  if (!before) throw notFound('Item of the news')
  const fields = fieldsOf(form, before.shown_from)
  // Its answer was lost.
  if (before.version === version + 1 && isSame(before, fields)) return before
  const row = { ...before, ...fields, updated_at: now(), version: version + 1 }
  if (fields.slug !== before.slug) await takeAddress(tx, fields.slug, id)
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set({ ...fields, updated_at: row.updated_at, version: row.version })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new DomainError('conflict', NEWS_CHANGED)
  await writeAuditEntry(tx, actorId, 'announcement.update', id, { before: facts(before), after: facts(fields) })
  await endDraft(tx, actorId, draftItem(id))
  await touchPublicSite(tx)
  await announceNextMorning(tx, firstMoment(row))
  return row
}

/** Deletes an item of the news. Its addresses stay taken: links to it must not lead to something else. */
export async function removeAnnouncement(tx: Tx, actorId: string, id: string): Promise<void> {
  const before = await find(tx, id)
  const { numDeletedRows } = await tx.deleteFrom('announcements').where('id', '=', id).executeTakeFirst()
  if (!before || !numDeletedRows) throw notFound('Item of the news')
  await tx.deleteFrom('drafts').where('item', '=', draftItem(id)).execute()
  await writeAuditEntry(tx, actorId, 'announcement.delete', id, { before: facts(before) })
  await touchPublicSite(tx)
}

/** From when on readers have it. */
const firstMoment = ({ shown_from, published_at }: AnnouncementRow): string => {
  const firstDay = `${shown_from}T00:00:00.000Z`
  return published_at > firstDay ? published_at : firstDay
}

const find = (tx: Tx, id: string): Promise<AnnouncementRow | undefined> =>
  tx.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()

const owner = (tx: Tx, slug: string) =>
  tx.selectFrom('announcement_addresses').select('announcement_id').where('slug', '=', slug).executeTakeFirst()

/** Of two that want an address at the same moment one gets it. One's own earlier address may be taken again. */
async function takeAddress(tx: Tx, slug: string, id: string): Promise<void> {
  await tx
    .insertInto('announcement_addresses')
    .values({ slug, announcement_id: id, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if ((await owner(tx, slug))?.announcement_id !== id) throw slugTaken()
}

const slugTaken = () => new DomainError('conflict', NEWS_SLUG_TAKEN, { errors: { slug: NEWS_SLUG_TAKEN } })
