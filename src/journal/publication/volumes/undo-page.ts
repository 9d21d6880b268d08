import { RELEASE_LATE } from '../../../contract/api/volumes.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { Viewer } from '../../peer-review/who-sees.ts'
import { IDS_AT_ONCE as AT_ONCE, markUndone } from '../bulk-changes.ts'
import { lastPageChange, type PageState } from './page-changes.ts'
import { withUnseen } from './places.ts'
import { hasPublic, pageFacts, pageState, requireNoneHeld, writeGuestEditors, writePlaces } from './publish-page.ts'

const UNDO_OVER = 'This change can no longer be undone: ten minutes have passed, or it has been undone.'
const CHANGED_SINCE = 'This volume has been changed since. Nothing was undone; reload to see the change.'

/** Brings the page of a volume back as it was before its last change: all of it, or nothing if the volume was changed since. */
export async function undoPage(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const volume = await lockForUpdate(tx, 'volumes', id)
  if (!volume) throw notFound('Volume')
  const change = await lastPageChange(tx, id)
  if (!change) throw new DomainError('conflict', UNDO_OVER)
  const { after, ...before } = change.before
  if (after !== volume.version) throw new DomainError('conflict', CHANGED_SINCE)
  const present = await pageState(tx, volume)
  const places = withUnseen(await stillThere(tx, id, before.places), await withoutOthers(tx, id, before, present))
  const at = now()
  const { kind, release, state, cover_file_id, front_matter } = before
  if (release !== volume.release) {
    await requireNoneHeld(tx, viewer, id)
    if (release === 'issue' && (await hasPublic(tx, id))) throw new DomainError('conflict', RELEASE_LATE)
  }
  await tx
    .updateTable('volumes')
    .set({
      kind,
      release,
      state,
      cover_file_id,
      front_matter,
      former_cover_file_id: null,
      updated_at: at,
      version: after + 1,
    })
    .where('id', '=', id)
    .execute()
  await writeGuestEditors(tx, id, before.guestEditors)
  await writePlaces(tx, id, places)
  await markUndone(tx, change.id, at)
  await writeAuditEntry(tx, viewer.userId, 'volume.undo-page', id, {
    before: pageFacts(present),
    after: pageFacts({ ...before, places }),
  })
  await touchPublicSite(tx)
}

/** Of the present places those of articles that were held meanwhile, and those after which they come. */
async function withoutOthers(tx: Tx, id: string, before: PageState, present: PageState): Promise<PageState['places']> {
  const held = await tx.selectFrom('scheduled_articles').select('article_id').where('volume_id', '=', id).execute()
  const kept = new Set([...before.places.map((place) => place.id), ...held.map(({ article_id }) => article_id)])
  return present.places.filter((place) => kept.has(place.id))
}

/** Without articles that were deleted since, or have got a place in another volume. */
async function stillThere<T extends { id: string }>(tx: Tx, volumeId: string, places: readonly T[]): Promise<T[]> {
  const there = new Set<string>()
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const rows = await tx
      .selectFrom('articles')
      .leftJoin('issue_articles as placed', 'placed.article_id', 'articles.id')
      .select('articles.id')
      .where(({ or, eb }) => or([eb('placed.volume_id', 'is', null), eb('placed.volume_id', '=', volumeId)]))
      .where(
        'articles.id',
        'in',
        places.slice(at, at + AT_ONCE).map(({ id }) => id),
      )
      .execute()
    for (const { id } of rows) there.add(id)
  }
  return places.filter(({ id }) => there.has(id))
}
