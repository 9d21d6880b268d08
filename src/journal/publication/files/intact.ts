import { HOUR_SECONDS } from '../../../contract/rules/text/dates.ts'
import { journal } from '../../../../journal.config.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { noteDamaged } from './damaged.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FileStore, StoredFile } from '../../../platform/storage/store.ts'

export const DAMAGED = `Our copy of this file is missing or damaged. Please try again later, or write to ${journal.contact.supportEmail}.`

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
  const damaged = async (how: string): Promise<never> => {
    await file?.close()
    log.error({ fileId: row.id, how }, 'a stored file cannot be sent')
    await noteDamaged(database.db, store, row.id, how)
    throw new DomainError('unavailable', DAMAGED, { retryAfter: HOUR_SECONDS })
  }
  if (!file) return damaged('missing')
  if (file.bytes !== row.bytes) return damaged(`${file.bytes} bytes instead of ${row.bytes}`)
  let intact: boolean
  try {
    intact = await isIntact(store, file, row)
  } catch (error) {
    await file.close()
    throw error
  }
  return intact ? file : damaged('its hash is another, or it is being changed')
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
