import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskStore } from '../../platform/storage/disk.ts'
import { BadBackup } from './manifest.ts'
import { type Backup, TEST_FOLDER } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyData } from './verify-data.ts'

/** A backup that is of no use, and was removed. */
export class BadTest extends Error {}

/**
 * Restores a backup that has just been made into a folder of its own beside it, and verifies the journal there. Returns how many things
 * are wrong in it that were wrong in the journal itself. A backup that cannot be restored is removed (`BadTest`); one that
 * could not be tested, as without room for it, stays.
 */
export async function testBackup(
  file: string,
  { manifest }: Pick<Backup, 'manifest'>,
  programFolder: string,
  keys: readonly string[] = [],
): Promise<number> {
  // New, and for this user alone: what is restored there is as secret as the journal.
  const testFolder = await mkdtemp(join(dirname(file), TEST_FOLDER))
  try {
    const where = { file: join(testFolder, 'journal.sqlite') }
    const store = diskStore(join(testFolder, 'files'))
    await restoreBackup(file, { where, dataDir: testFolder, programFolder, keys, openStore: () => store })
    const { faults } = await verifyData({ where, store })
    const removed = manifest.faults.filter(({ what }) => what === 'removed').length
    return Math.max(0, faults.length - removed)
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error
    await rm(file, { force: true })
    // Its own sentence is for someone who restores a backup.
    throw new BadTest(`The new backup could not be restored for a test: ${error.how}.`)
  } finally {
    await rm(testFolder, { recursive: true, force: true })
  }
}
