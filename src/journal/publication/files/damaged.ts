import { HOUR_MS } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'
import type { FileStore } from '../../../platform/storage/store.ts'

/** What this process has written down lately: a damaged file that many want is one row, and few writes. */
const noted = new WeakMap<FileStore, Map<string, number>>()
const MOST_NOTED = 1_000
const MOST_LISTED = 100

/** Writes down that a file is missing or damaged, for administrators. A failure to do so changes nothing. */
export async function noteDamaged(db: Db, store: FileStore, fileId: string, how: string): Promise<void> {
  const known = noted.get(store) ?? new Map<string, number>()
  noted.set(store, known)
  if (known.size >= MOST_NOTED) known.clear()
  if (Date.now() - (known.get(fileId) ?? 0) < HOUR_MS) return
  known.set(fileId, Date.now())
  const seen = { seen_at: now(), how }
  await db
    .insertInto('damaged_files')
    .values({ file_id: fileId, ...seen })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(seen))
    .execute()
    .catch(() => known.delete(fileId))
}

/** A file that was verified is whole again, if it was not before. */
export async function noteWhole(db: Db, store: FileStore, fileId: string): Promise<void> {
  noted.get(store)?.delete(fileId)
  await db
    .deleteFrom('damaged_files')
    .where('file_id', '=', fileId)
    .execute()
    .catch(() => {})
}

/** The files that are known to be damaged, without those that have been removed since. */
export async function damagedFiles(db: Db): Promise<{ fileId: string; seenAt: string }[]> {
  const rows = await db
    .selectFrom('damaged_files as damaged')
    .select(['damaged.file_id', 'damaged.seen_at'])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('files').select('files.id').whereRef('files.id', '=', 'damaged.file_id')),
        exists(
          selectFrom('image_variants')
            .select('image_variants.id')
            .whereRef('image_variants.id', '=', 'damaged.file_id'),
        ),
      ]),
    )
    .orderBy('damaged.seen_at', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ file_id, seen_at }) => ({ fileId: file_id, seenAt: seen_at }))
}

/** What is promised of a file or of a copy of an image. */
export const findPromised = async (
  db: Db,
  id: string,
): Promise<{ id: string; bytes: number; sha256: string } | undefined> =>
  (await db.selectFrom('files').select(['id', 'bytes', 'sha256']).where('id', '=', id).executeTakeFirst()) ??
  (await db.selectFrom('image_variants').select(['id', 'bytes', 'sha256']).where('id', '=', id).executeTakeFirst())
