import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../platform/database/connect.ts'
import { StorageUnavailable } from '../platform/storage/bucket.ts'
import { diskStore } from '../platform/storage/disk.ts'
import type { FileStore } from '../platform/storage/store.ts'

/**
 * Stops the start if the bucket that the settings name cannot be the right one: it refuses access, does not exist, or
 * lacks files that are in the data folder. A store that is only away for a while does not keep the journal from
 * starting: pages can be read meanwhile.
 */
export async function checkStore(
  { db }: Database,
  store: FileStore,
  dataDir: string,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await store.check()
    const newest = await db.selectFrom('files').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
    if (!newest) return
    const found = await store.open(newest.id)
    await found?.close()
    const left = found ? null : await diskStore(join(dataDir, 'files')).open(newest.id)
    await left?.close()
    if (left) {
      throw new Error(
        'The files of this journal are in DATA_DIR, not in the bucket that S3_BUCKET names. Start it without the S3_ settings, make a copy with npm run backup, and restore that copy with them.',
      )
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    if (error.isRefusal) throw new Error(`${error.message}. Please check the settings whose names begin with S3_.`)
    log.error({ err: error }, 'the store for files does not answer; files cannot be read or stored until it does')
  }
}
