import type { VolumeKind, VolumeRelease, VolumeState } from '../../../contract/rules/articles/volume-pages.ts'
import { canUndo } from '../../../contract/rules/site/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'

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
export async function lastChange(db: Db, volumeId: string) {
  const change = await db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('kind', '=', UNDO_KIND)
    .where('subject_id', '=', volumeId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!change || change.undone_at !== null || !canUndo(change.at, new Date())) return null
  return { id: change.id, at: change.at, before: JSON.parse(change.before) as PageState & { after: number } }
}
