/** The program of the process that makes and tests a backup: see `make-due-backup.ts`. */
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { openStore } from '../../platform/storage/bucket-store.ts'
import type { BackupDone, BackupJob } from './make-due-backup.ts'
import { makeBackup } from './make-backup.ts'
import { testBackup } from './test-backup.ts'

// The server has ended: a backup of which nobody knows is no use.
process.on('disconnect', () => process.exit(1))
process.once('message', (job: BackupJob) => {
  work(job).then(answer, (error: unknown) => answer({ failure: (error as Error).message }))
})

const answer = (done: BackupDone): void => {
  process.send!(done, () => process.exit(0))
}

async function work({ source, file }: BackupJob): Promise<BackupDone> {
  try {
    setPriority(10)
  } catch {
    // Not everywhere allowed.
  }
  const made = await makeBackup({ ...source, store: openStore(source) }, file)
  const { programFolder, keys } = source
  const faults = await testBackup(file, made, programFolder, keys).catch(async (error: unknown) => {
    // The next attempt makes another one: an untested one would stay for ever.
    await rm(file, { force: true })
    throw error
  })
  return { bytes: made.bytes, sha256: made.sha256, faults }
}
