import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'

/** A temporary file not modified for this long was left by a process that died. */
const ABANDONED_MS = 2 * HOUR_MS

/** Removes unfinished files. */
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
