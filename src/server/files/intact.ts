import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { HOUR_SECONDS } from '../../contract/domain/durations.ts'
import { journal } from '../../../journal.config.ts'
import type { FileRow } from '../database/tables.ts'
import { DomainError } from '../domain-error.ts'
import type { Platform } from '../platform.ts'
import type { FileStore, StoredFile } from '../storage/store.ts'

export const DAMAGED = `Our copy of this file is missing or damaged. Please try again later, or write to ${journal.contact.supportEmail}.`

type Promised = Pick<FileRow, 'id' | 'bytes' | 'sha256'>

/** The state of each file that has been verified; checked again after a restart. */
const verified = new WeakMap<FileStore, Map<string, string>>()
const MOST_REMEMBERED = 20_000

/**
 * Opens a file after verifying its hash against the row: a missing, truncated or altered file is refused
 * before anything is sent, and logged. The hash is computed on first use, and again only if the file has been
 * modified since.
 */
export async function openIntact({ store, log }: Pick<Platform, 'store' | 'log'>, row: Promised): Promise<StoredFile> {
  const file = await store.open(row.id)
  const damaged = (how: string): DomainError => {
    log.error({ fileId: row.id, how }, 'a stored file cannot be sent')
    return new DomainError('unavailable', DAMAGED, { retryAfter: HOUR_SECONDS })
  }
  if (!file) throw damaged('missing')
  if (file.bytes !== row.bytes) {
    await file.close()
    throw damaged(`${file.bytes} bytes instead of ${row.bytes}`)
  }
  const known = verified.get(store) ?? new Map<string, string>()
  verified.set(store, known)
  if (known.get(row.id) === file.version) return file

  const { version } = file
  if ((await sha256Of(file)) !== row.sha256) throw damaged('its hash is another')
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(row.id, version)
  const again = await store.open(row.id)
  if (again?.version !== version) {
    await again?.close()
    throw damaged('it is being changed')
  }
  return again
}

async function sha256Of(file: StoredFile): Promise<string> {
  const sha256 = createHash('sha256')
  await pipeline(file.read(), sha256)
  return sha256.digest('hex')
}
