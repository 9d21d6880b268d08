import { existsSync } from 'node:fs'
import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../contract/rules/text/dates.ts'
import { newId } from '../../platform/ids.ts'
import { privateFolder, syncFolder } from '../../platform/storage/private.ts'

/** What was read of another system is as private as its database: it is kept no longer than it takes to move. */
export const KEPT_DAYS = 30
/** How long reading may take; what is unfinished for longer was left by a process that has died. */
const UNFINISHED_DAYS = 2

const STAGED = 'staged.sqlite'
const UNFINISHED = 'staged.sqlite.part'

/** In the data folder beside the database, where no backup looks. */
export const movingFolder = (dataDir: string): string => join(dataDir, 'moving')

export interface NewCopy {
  id: string
  /** Where it is written, until `finish` gives it its name. */
  file: string
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** A place for a copy, which takes that of all earlier ones when it is finished. */
export function beginCopy(dataDir: string): NewCopy {
  const id = newId()
  const folder = join(movingFolder(dataDir), id)
  privateFolder(folder)
  return {
    id,
    file: join(folder, UNFINISHED),
    finish: async () => {
      await rename(join(folder, UNFINISHED), join(folder, STAGED))
      await syncFolder(folder)
      await removeCopies(dataDir, (copy) => copy.id !== id && copy.isFinished)
    },
    abandon: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Copy {
  id: string
  isFinished: boolean
  at: number
}

/** The copy that was read last; null: there is none. */
export async function stagedCopy(dataDir: string): Promise<{ id: string; file: string } | null> {
  const finished = (await copiesIn(dataDir)).filter(({ isFinished }) => isFinished)
  const { id } = finished.toSorted((a, b) => b.at - a.at)[0] ?? {}
  return id === undefined ? null : { id, file: join(movingFolder(dataDir), id, STAGED) }
}

/** Removes every copy, also unfinished ones; answers how many. */
export const forgetCopies = (dataDir: string): Promise<number> => removeCopies(dataDir, () => true)

/** Removes what has been kept for long enough, and what processes that have died have left. */
export const removeExpiredCopies = (dataDir: string, at: Date): Promise<number> =>
  removeCopies(dataDir, (copy) => at.getTime() - copy.at > (copy.isFinished ? KEPT_DAYS : UNFINISHED_DAYS) * DAY_MS)

async function removeCopies(dataDir: string, isMeant: (copy: Copy) => boolean): Promise<number> {
  const meant = (await copiesIn(dataDir)).filter(isMeant)
  for (const { id } of meant) await rm(join(movingFolder(dataDir), id), { recursive: true, force: true })
  return meant.length
}

async function copiesIn(dataDir: string): Promise<Copy[]> {
  const folder = movingFolder(dataDir)
  if (!existsSync(folder)) return []
  const copies: Copy[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    const staged = await lstat(join(path, STAGED)).catch(() => null)
    const found =
      staged ?? (await lstat(join(path, UNFINISHED)).catch(() => null)) ?? (await lstat(path).catch(() => null))
    // Another process may have removed it meanwhile.
    if (found) copies.push({ id: entry.name, isFinished: staged !== null, at: found.mtimeMs })
  }
  return copies
}
