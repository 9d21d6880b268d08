import type { VolumeKind, VolumeRelease, VolumeState } from '../../../contract/rules/articles/volume-pages.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { isUndoable, lastChange } from '../bulk-changes.ts'

export const UNDO_KIND = 'volume-page'

/** The page of a volume as it is stored. */
export interface PageState {
  kind: VolumeKind
  release: VolumeRelease
  state: VolumeState
  cover_file_id: string | null
  front_matter: string
  guestEditors: { name: string; affiliation: string; orcid: string | null }[]
  places: { id: string; heading: string }[]
}

/** The last change of the page of a volume, while it can be undone. `after` is the version that it has made. */
export async function lastPageChange(db: Db, volumeId: string) {
  const change = await lastChange<PageState & { after: number }>(db, UNDO_KIND, volumeId)
  return change && isUndoable(change) ? change : null
}
