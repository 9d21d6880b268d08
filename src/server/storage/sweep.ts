import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../../contract/domain/durations.ts'

/** Nobody has written to it for so long: it was left by a process that ended in the middle. */
const ABANDONED_MS = 2 * HOUR_MS

/**
 * Removes half-written files that nobody will finish. Whole files without a row in the database are
 * left alone: started on another database by mistake, the program would take every file for one.
 */
export async function sweepIncoming(filesFolder: string, olderThanMs = ABANDONED_MS): Promise<number> {
  const incoming = join(filesFolder, 'incoming')
  const names = await readdir(incoming).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || Date.now() - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
