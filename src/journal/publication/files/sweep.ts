import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isClaimed } from './claims.ts'
import { deleteFiles } from './image-variants.ts'

/**
 * A day for an author in the middle of a form, and two more: with a clock that is a day ahead, or was a day behind, what
 * has just arrived looks a day old.
 */
const UNCLAIMED_DAYS = 3
/** How long deleted articles and replaced files are kept, so that a mistake can be undone by hand. */
const KEPT_DAYS = 30
/** Batch size; the next run takes the rest. */
const BATCH = 500

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

/**
 * Removes articles deleted and files replaced 30 days ago, and files that nothing has claimed within three
 * days. Rows first, then bytes: a crash in between leaves bytes without a row, never a row without bytes.
 * Returns how many files were removed.
 */
export async function sweepFiles({ database, store }: Platform): Promise<number> {
  const gone = await database.transaction(async (tx) => {
    const keptSince = ago(KEPT_DAYS * DAY_MS)
    await tx.deleteFrom('deleted_articles').where('deleted_at', '<', keptSince).execute()
    await tx.deleteFrom('replaced_files').where('replaced_at', '<', keptSince).execute()
    const loose = await tx
      .selectFrom('files')
      .select('files.id')
      .where('files.created_at', '<', ago(UNCLAIMED_DAYS * DAY_MS))
      .where((where) => where.not(isClaimed(where)))
      .limit(BATCH)
      .execute()
    const ids = loose.map((file) => file.id)
    return { files: ids.length, bytes: await deleteFiles(tx, ids) }
  })
  for (const id of gone.bytes) await store.remove(id)
  return gone.files
}
