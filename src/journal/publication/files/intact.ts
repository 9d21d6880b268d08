import { HOUR_SECONDS, HOUR_MS } from '../../../contract/rules/text/dates.ts'
import { journal } from '../../../contract/journal.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FileStore, StoredFile } from '../../../platform/storage/store.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'

/** What this process has written down lately: a damaged file that many want is one row, and few writes. */
const noted = new WeakMap<FileStore, Map<string, number>>()
const MOST_NOTED = 1_000
const MOST_LISTED = 100

/** Writes down that a file is missing or damaged, for administrators. A failure to do so changes nothing. */
async function noteDamaged(db: Db, store: FileStore, fileId: string, how: string): Promise<void> {
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

export const damaged = (): string =>
  `Our copy of this file is missing or damaged. Please try again later, or write to ${journal().contact.supportEmail}.`

type Promised = Pick<FileRow, 'id' | 'bytes' | 'sha256'>

/** What was found about each file in the state that it had then; checked again after a restart. */
const checked = new WeakMap<FileStore, Map<string, { version: string; intact: Promise<boolean> }>>()
const MOST_REMEMBERED = 20_000

/**
 * Opens a file after verifying its hash against the row: a missing, truncated or altered file is refused
 * before anything is sent, and logged. The hash is computed on first use, once for all who wait for it, and again
 * only if the file has been modified since.
 */
export async function openIntact(
  { store, log, database }: Pick<Platform, 'store' | 'log' | 'database'>,
  row: Promised,
): Promise<StoredFile> {
  const file = await store.open(row.id)
  const refused = async (how: string): Promise<never> => {
    await file?.close()
    log.error({ fileId: row.id, how }, 'a stored file cannot be sent')
    await noteDamaged(database.db, store, row.id, how)
    throw new DomainError('unavailable', damaged(), { retryAfter: HOUR_SECONDS })
  }
  if (!file) return refused('missing')
  if (file.bytes !== row.bytes) return refused(`${file.bytes} bytes instead of ${row.bytes}`)
  let intact: boolean
  try {
    intact = await isIntact(store, file, row)
  } catch (error) {
    await file.close()
    throw error
  }
  return intact ? file : refused('its hash is another, or it is being changed')
}

function isIntact(store: FileStore, file: StoredFile, { id, sha256 }: Promised): Promise<boolean> {
  const known = checked.get(store) ?? new Map<string, { version: string; intact: Promise<boolean> }>()
  checked.set(store, known)
  const before = known.get(id)
  if (before?.version === file.version) return before.intact
  if (known.size >= MOST_REMEMBERED) known.clear()
  const check = { version: file.version, intact: file.verify(sha256) }
  known.set(id, check)
  // A disk that could not be read is asked again.
  check.intact.catch(() => known.get(id) === check && known.delete(id))
  return check.intact
}
