import {
  RELEASE_HELD,
  RELEASE_HIDDEN,
  RELEASE_LATE,
  RELEASE_PUBLISHED,
  VOLUME_PAGE_CHANGED,
  type VolumePageForm,
} from '../../../contract/api/volumes.ts'
import type { VolumePageFacts } from '../../../contract/api/audit-payloads.ts'
import {
  FEATURED_IMAGE_TYPES,
  fileIdOf,
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
} from '../../../contract/rules/files/file-rules.ts'
import type { VolumeRelease, VolumeState } from '../../../contract/rules/articles/volume-pages.ts'
import { textDigest, writeAuditEntry } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, invalid, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { keepChange } from '../bulk-changes.ts'
import type { Viewer } from '../../peer-review/who-sees.ts'
import { isTaken } from '../files/claims.ts'
import { queueVariants } from '../files/image-variants.ts'
import { ownUploads } from '../files/own-uploads.ts'
import { countHeld, heldFor } from '../issues/held.ts'
import { guestEditorsOf } from './page.ts'
import { withUnseen } from './places.ts'
import { type PageState, UNDO_KIND } from './page-changes.ts'

/** Replaces the page of a volume: order, headings, cover, front matter and guest editors. All of it or nothing. */
export async function publishPage(tx: Tx, viewer: Viewer, form: VolumePageForm & { id: string }): Promise<void> {
  const { id, kind, frontMatter, guestEditors, sections } = form
  const volume = await lockForUpdate(tx, 'volumes', id)
  if (!volume) throw notFound('Volume')
  if (volume.version !== form.version) throw new DomainError('conflict', VOLUME_PAGE_CHANGED)
  const before = await pageState(tx, volume)
  const rows = await newPlaces(tx, { id, viewer }, sections, before.places)
  const cover = await coverOf(tx, viewer.userId, form.coverUrl, volume.cover_file_id)

  const at = now()
  const version = volume.version + 1
  const release = await newRelease(tx, viewer, volume, form.release ?? volume.release)
  const changed = { kind, cover_file_id: cover, front_matter: frontMatter, ...release }
  await tx
    .updateTable('volumes')
    .set({ ...changed, former_cover_file_id: volume.cover_file_id, updated_at: at, version })
    .where('id', '=', id)
    .execute()
  await writeGuestEditors(tx, id, guestEditors)
  await writePlaces(tx, id, rows)
  await keepChange(tx, { kind: UNDO_KIND, subjectId: id, before: { ...before, after: version }, at })
  await writeAuditEntry(tx, viewer.userId, 'volume.publish-page', id, {
    before: pageFacts(before),
    after: pageFacts({ ...changed, guestEditors, places: rows }),
  })
  await touchPublicSite(tx)
}

/** All that a change of the page replaces. */
export async function pageState(
  db: Db,
  volume: Omit<PageState, 'guestEditors' | 'places'> & { id: string },
): Promise<PageState> {
  const { id, kind, release, state, cover_file_id, front_matter } = volume
  const places = await db
    .selectFrom('issue_articles')
    .select(['article_id as id', 'heading'])
    .where('volume_id', '=', id)
    .orderBy('position')
    .orderBy('article_id')
    .execute()
  return { kind, release, state, cover_file_id, front_matter, guestEditors: await guestEditorsOf(db, id), places }
}

export const pageFacts = ({
  kind,
  release,
  cover_file_id,
  front_matter,
  guestEditors,
  places,
}: PageState): VolumePageFacts => ({
  ...{ kind, release, cover: cover_file_id !== null, frontMatter: textDigest(front_matter) },
  guestEditors: guestEditors.map(({ name }) => name),
  headings: [...new Set(places.map(({ heading }) => heading))].filter(Boolean),
})

const GONE = 'One of these articles is no longer in this volume. Reload to see what is.'
const TWICE = 'An article is in this order twice. Please reload the page.'

async function newPlaces(
  tx: Tx,
  { id, viewer }: { id: string; viewer: Viewer },
  sections: VolumePageForm['sections'],
  before: PageState['places'],
) {
  const wanted = sections.flatMap(({ heading, articleIds }) => articleIds.map((article) => ({ id: article, heading })))
  if (new Set(wanted.map((row) => row.id)).size !== wanted.length) throw invalid('sections', TWICE)
  const inVolume = await tx.selectFrom('public_articles').select('id').where('volume_id', '=', id).execute()
  const held = await heldFor(tx, viewer, id)
  const known = new Set([...inVolume.map((row) => row.id), ...held.map((row) => row.article_id)])
  if (wanted.some((row) => !known.has(row.id))) throw new DomainError('conflict', GONE)
  return withUnseen(wanted, before)
}

/** How the articles of a volume appear. An issue is planned until it is published. */
async function newRelease(
  tx: Tx,
  viewer: Viewer,
  { id, release, state }: { id: string; release: VolumeRelease; state: VolumeState },
  wanted: VolumeRelease,
): Promise<{ release: VolumeRelease; state: VolumeState }> {
  if (wanted === release) return { release, state }
  if (state === 'published') throw invalid('release', RELEASE_PUBLISHED)
  await requireNoneHeld(tx, viewer, id)
  if (wanted === 'continuous') return { release: wanted, state: 'open' }
  if (await hasPublic(tx, id)) throw invalid('release', RELEASE_LATE)
  return { release: wanted, state: 'planned' }
}

export async function hasPublic(tx: Tx, id: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('public_articles')
    .select('id')
    .where('volume_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return shown !== undefined
}

/** Who is recused, or in production, does not learn that what they may not know of is held. */
export async function requireNoneHeld(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  if ((await countHeld(tx, id)) === 0) return
  const known = await heldFor(tx, viewer, id)
  throw new DomainError('conflict', known.length ? RELEASE_HELD : RELEASE_HIDDEN)
}

const COVERS = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/** The file of the cover: the one that the volume has, or an own upload that belongs to nothing. */
async function coverOf(tx: Tx, actorId: string, url: string | null, before: string | null): Promise<string | null> {
  if (url === null) return null
  if (before !== null && fileIdOf(url) === before) return before
  const [cover] = await ownUploads(tx, actorId, 'coverUrl', [url])
  if (!COVERS.has(cover!.media_type)) throw invalid('coverUrl', 'A cover must be JPG, PNG or WebP')
  if (cover!.bytes > IMAGE_MAX_BYTES) throw invalid('coverUrl', IMAGE_TOO_LARGE)
  if (await isTaken(tx, cover!))
    throw invalid('coverUrl', 'This picture belongs to something else. Please upload it again.')
  await queueVariants(tx, cover!.id)
  return cover!.id
}

/** So many rows are written in one statement. */
const AT_ONCE = 100

export async function writePlaces(tx: Tx, volumeId: string, rows: PageState['places']): Promise<void> {
  await tx.deleteFrom('issue_articles').where('volume_id', '=', volumeId).execute()
  const places = rows.map(({ id, heading }, position) => ({
    ...{ article_id: id, volume_id: volumeId, position, heading },
  }))
  for (let at = 0; at < places.length; at += AT_ONCE)
    await tx
      .insertInto('issue_articles')
      .values(places.slice(at, at + AT_ONCE))
      // An article that came from another volume had its place there.
      .onConflict((conflict) =>
        conflict.column('article_id').doUpdateSet(({ ref }) => ({
          volume_id: ref('excluded.volume_id'),
          position: ref('excluded.position'),
          heading: ref('excluded.heading'),
        })),
      )
      .execute()
}

export async function writeGuestEditors(
  tx: Tx,
  volumeId: string,
  guestEditors: PageState['guestEditors'],
): Promise<void> {
  await tx.deleteFrom('guest_editors').where('volume_id', '=', volumeId).execute()
  const rows = guestEditors.map((editor, position) => ({ ...editor, volume_id: volumeId, position }))
  if (rows.length) await tx.insertInto('guest_editors').values(rows).execute()
}
