import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { privateFile, syncFolder } from '../../platform/storage/private.ts'

/** Is in the data folder while a backup is being restored into it, and stays there if that is interrupted. */
const NAME = 'restoring.json'
/** Is locked while a process is restoring into the folder. */
const LOCK = 'restoring.lock'

/** In place of a backup: nothing of it has been put in place yet. */
export const NOTHING = 'nothing'

/** The backup that is being restored into a data folder, by the SHA-256 of its list of contents; null: none. */
export function backupBeingRestored(dataDir: string): string | null {
  if (!existsSync(join(dataDir, NAME))) return null
  try {
    return (JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')) as { copy: string }).copy
  } catch {
    // Killed while it was written: nothing else is there yet.
    return NOTHING
  }
}

export async function beginRestoring(dataDir: string, backup: string): Promise<void> {
  writeFileSync(join(dataDir, NAME), JSON.stringify({ copy: backup }), { mode: 0o600, flush: true })
  await syncFolder(dataDir)
}

export async function endRestoring(dataDir: string): Promise<void> {
  await rm(join(dataDir, NAME), { force: true })
  await syncFolder(dataDir)
}

/**
 * Runs `work` unless another process is restoring into this folder, which would replace the first one's files while it
 * checks them. The lock is one of SQLite's files: the system takes it back from a process that dies.
 */
export async function aloneIn<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, LOCK)
  // Made here, because SQLite gives no reason if it cannot make a file.
  privateFile(file)
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    try {
      lock.exec('begin exclusive')
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
      throw new Error(`A backup is being restored into ${dataDir} by another process. Nothing was changed.`)
    }
    return await work().finally(() => rm(file, { force: true }))
  } finally {
    lock.close()
  }
}

/** Half a journal is never served. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (backupBeingRestored(dataDir) === null) return
  throw new Error(
    `A backup is being restored into ${dataDir}, or that was interrupted. Wait, or run "npm run restore -- FILE" again with the same backup.`,
  )
}
