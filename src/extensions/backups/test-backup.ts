import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskStore } from '../../platform/storage/disk.ts'
import { BadBackup } from './manifest.ts'
import type { Backup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyData } from './verify-data.ts'

/** A backup that is of no use, and was removed. */
export class BadTest extends Error {}

interface Tested {
  /** Made, used for the test, and removed. */
  testFolder: string
  programFolder: string
}

/**
 * Restores a backup that has just been made into an empty folder, and verifies the journal there. Returns how many things
 * are wrong in it that were wrong in the journal itself. A backup that cannot be restored is removed (`BadTest`); one that
 * could not be tested, as without room for it, stays.
 */
export async function testBackup(
  file: string,
  { manifest }: Pick<Backup, 'manifest'>,
  { testFolder, programFolder }: Tested,
): Promise<number> {
  try {
    const where = { file: join(testFolder, 'journal.sqlite') }
    const store = diskStore(join(testFolder, 'files'))
    await restoreBackup(file, { where, dataDir: testFolder, programFolder, openStore: () => store })
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
