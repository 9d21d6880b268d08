import { type AnnouncementForm, NEWS_CHANGED, NEWS_SLUG_TAKEN } from '../../../contract/api/announcements.ts'
import { NEW_ITEM } from '../../../contract/rules/site/news.ts'
import { textDigest, writeAuditEntry } from '../../../platform/audit.ts'
import type { AnnouncementRow } from '../../../platform/database/announcement-tables.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { endDraft } from '../../../platform/drafts.ts'
import { picturesIn } from '../../../contract/rules/settings/picture-address.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { announceNextMorning } from '../following/digest.ts'
import { publishPictures } from '../../settings/pictures/pictures.ts'
import { pictureFault } from '../pages/markdown.ts'
import { GONE, mayTakeAddress, moveAddress } from '../redirects/redirects.ts'
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
  // One at a time: of two that want an address at the same moment one gets it.
  await touchPublicSite(tx)
  const before = await tx.selectFrom('announcements').selectAll().where('slug', '=', fields.slug).executeTakeFirst()
  if (before && before.version === 1 && isSame(before, fields)) return before
  const row = { id, ...fields, published_at: at, updated_at: at, version: 1 }
  await takeAddress(tx, id, { from: null, to: fields.slug })
  await publishPicturesOf(tx, fields.body)
  await tx.insertInto('announcements').values(row).execute()
  await writeAuditEntry(tx, actorId, 'announcement.create', id, { after: facts(fields) })
  await endDraft(tx, actorId, draftItem(NEW_ITEM))
  await announceNextMorning(tx, firstMoment(row))
  return row
}

/** Publishes a change of what was on the screen as `version`. */
export async function updateAnnouncement(
  tx: Tx,
  actorId: string,
  { id, version, ...form }: AnnouncementForm & { id: string; version: number },
): Promise<AnnouncementRow> {
  await touchPublicSite(tx)
  const before = await find(tx, id)
  if (!before) throw notFound('Item of the news')
  const fields = fieldsOf(form, before.shown_from)
  // Its answer was lost.
  if (before.version === version + 1 && isSame(before, fields)) return before
  const row = { ...before, ...fields, updated_at: now(), version: version + 1 }
  await publishPicturesOf(tx, fields.body)
  if (fields.slug !== before.slug) await takeAddress(tx, id, { from: before.slug, to: fields.slug })
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set({ ...fields, updated_at: row.updated_at, version: row.version })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new DomainError('conflict', NEWS_CHANGED)
  await writeAuditEntry(tx, actorId, 'announcement.update', id, { before: facts(before), after: facts(fields) })
  await endDraft(tx, actorId, draftItem(id))
  await announceNextMorning(tx, firstMoment(row))
  return row
}

/** Deletes an item of the news. Its addresses stay taken: links to it must not lead to something else. */
export async function removeAnnouncement(tx: Tx, actorId: string, id: string): Promise<void> {
  await touchPublicSite(tx)
  const before = await find(tx, id)
  const { numDeletedRows } = await tx.deleteFrom('announcements').where('id', '=', id).executeTakeFirst()
  if (!before || !numDeletedRows) throw notFound('Item of the news')
  await moveAddress(tx, subjectOf(id), { from: paths.newsItem(before.slug), to: GONE, isThere: false })
  await tx.deleteFrom('drafts').where('item', '=', draftItem(id)).execute()
  await writeAuditEntry(tx, actorId, 'announcement.delete', id, { before: facts(before) })
}

/** From when on readers have it. */
const firstMoment = ({ shown_from, published_at }: AnnouncementRow): string => {
  const firstDay = `${shown_from}T00:00:00.000Z`
  return published_at > firstDay ? published_at : firstDay
}

/** Readers get the pictures of a text with it. */
async function publishPicturesOf(tx: Tx, body: string): Promise<void> {
  const fault = pictureFault(body)
  if (fault) throw invalid('body', fault)
  await publishPictures(tx, picturesIn(body))
}

const find = (tx: Tx, id: string): Promise<AnnouncementRow | undefined> =>
  tx.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()

const subjectOf = (id: string): string => `news/${id}`

/** One's own earlier address may be taken again. */
async function takeAddress(tx: Tx, id: string, { from, to }: { from: string | null; to: string }): Promise<void> {
  const other = await tx.selectFrom('announcements').select('id').where('slug', '=', to).executeTakeFirst()
  if (other && other.id !== id) throw slugTaken()
  const isFree = await mayTakeAddress(tx, subjectOf(id), paths.newsItem(to))
  if (!isFree) throw slugTaken()
  await moveAddress(tx, subjectOf(id), {
    ...{ from: from === null ? null : paths.newsItem(from), to: paths.newsItem(to), isThere: true },
  })
}

const slugTaken = () => new DomainError('conflict', NEWS_SLUG_TAKEN, { errors: { slug: NEWS_SLUG_TAKEN } })
