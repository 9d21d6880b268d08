/** The program of the process that makes and tests a backup: see `make-due-backup.ts`. */
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '../../platform/storage/disk.ts'
import { openStore } from '../../platform/storage/bucket-store.ts'
import { BadBackup } from './manifest.ts'
import type { BackupDone, BackupJob } from './make-due-backup.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyData } from './verify-data.ts'

// The server has ended: a backup of which nobody knows is no use.
process.on('disconnect', () => process.exit(1))
process.once('message', (job: BackupJob) => {
  work(job).then(answer, (error: unknown) => answer({ failure: (error as Error).message }))
})

const answer = (done: BackupDone): void => {
  process.send!(done, () => process.exit(0))
}

async function work({ source, file, testFolder }: BackupJob): Promise<BackupDone> {
  try {
    setPriority(10)
  } catch {
    // Not everywhere allowed.
  }
  const { bytes, sha256, manifest } = await makeBackup({ ...source, store: openStore(source) }, file)
  try {
    const where = { file: join(testFolder, 'journal.sqlite') }
    const store = diskStore(join(testFolder, 'files'))
    const { programFolder } = source
    await restoreBackup(file, { where, dataDir: testFolder, programFolder, openStore: () => store })
    const { faults } = await verifyData({ where, store })
    const removed = manifest.faults.filter(({ what }) => what === 'removed').length
    return { bytes, sha256, faults: Math.max(0, faults.length - removed) }
  } catch (error) {
    await rm(file, { force: true })
    // Its own sentence is for someone who restores a backup.
    throw error instanceof BadBackup
      ? new Error(`The new backup could not be restored for a test: ${error.how}.`)
      : error
  } finally {
    await rm(testFolder, { recursive: true, force: true })
  }
}
