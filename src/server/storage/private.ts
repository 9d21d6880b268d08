import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

// What the journal keeps is for the user it runs as, and for no other user of the machine.
const FOLDER = 0o700
const FILE = 0o600
const OTHERS = 0o077
/** On folders that many users share, such as /tmp. */
const STICKY = 0o1000
/** Windows opens no folders, and keeps their entries durable by itself. */
const FOLDERS_OPEN = process.platform !== 'win32'

/**
 * Makes a folder, with those above it, that outlives a power failure and that no other user may enter;
 * one that is there already is closed to others.
 */
export function privateFolder(folder: string): void {
  const path = resolve(folder)
  const first = mkdirSync(path, { recursive: true, mode: FOLDER })
  if (first === undefined) return closeToOthers(path)
  for (let made = path; ; made = dirname(made)) {
    syncFolderNow(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** Makes an empty file that no other user may read, or closes the one that is there to others. */
export function privateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', FILE))
    syncFolderNow(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    closeToOthers(file)
  }
}

/** Takes every right on a file or folder from other users; what is not there, or not ours, stays as it is. */
export function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || !(found.mode & OTHERS) || found.mode & STICKY) return
  if (process.getuid === undefined || found.uid !== process.getuid() || path === dirname(path)) return
  chmodSync(path, found.mode & 0o700)
}

/** What was made, renamed or removed in a folder outlives a power failure from here on. */
export async function syncFolder(folder: string): Promise<void> {
  if (!FOLDERS_OPEN) return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same for the start of the program, which waits for everything anyway. */
export function syncFolderNow(folder: string): void {
  if (!FOLDERS_OPEN) return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
