import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DUMP_LIMITS, dumpRefused } from './limits.ts'

export interface FolderFigures {
  files: number
  bytes: number
  /** Links to elsewhere, which are not followed. */
  links: number
}

/** Counts what is in a folder of OJS. Nothing is read but the sizes. */
export async function countFolder(folder: string): Promise<FolderFigures> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw dumpRefused(`There is no folder ${folder}.`)
  const figures = { files: 0, bytes: 0, links: 0 }
  const waiting = [folder]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for await (const entry of await opendir(path)) {
      if (entry.isSymbolicLink()) figures.links++
      else if (entry.isDirectory()) waiting.push(join(path, entry.name))
      else if (entry.isFile()) {
        figures.files++
        figures.bytes += (await lstat(join(path, entry.name))).size
      }
      if (figures.files + figures.links + waiting.length > DUMP_LIMITS.files)
        throw dumpRefused(`The folder ${folder} has more files than a journal has. Is it the right one?`)
    }
  }
  return figures
}
