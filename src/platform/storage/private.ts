import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

// The journal's data is accessible to the user it runs as, and to no other user of the machine.
const FOLDER = 0o700
const FILE = 0o600
const OTHERS = 0o077
/** For shared folders such as /tmp. */
const STICKY = 0o1000
/** Windows cannot open folders, and persists their entries by itself. */
const FOLDERS_OPEN = process.platform !== 'win32'

/**
 * Creates a folder and its parents durably, accessible to this user only; an existing folder's permissions
 * are restricted.
 */
export function privateFolder(folder: string): void {
  const path = resolve(folder)
  const parent = dirname(path)
  try {
    // Step by step: where nothing can be made, such as in /proc, Node's `recursive` would try for ever.
    if (!existsSync(parent)) privateFolder(parent)
    mkdirSync(path, { mode: FOLDER })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
    return closeToOthers(path)
  }
  syncFolderNow(parent)
}

/** Creates an empty file that only this user can read, or restricts the permissions of an existing one. */
export function privateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', FILE))
    syncFolderNow(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    closeToOthers(file)
  }
}

/** Removes all permissions of other users; does nothing if the file is missing or owned by someone else. */
export function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || !(found.mode & OTHERS) || found.mode & STICKY) return
  if (process.getuid === undefined || found.uid !== process.getuid() || path === dirname(path)) return
  chmodSync(path, found.mode & 0o700)
}

/** Syncs a folder: changes of its entries survive a power failure from here on. */
export async function syncFolder(folder: string): Promise<void> {
  if (!FOLDERS_OPEN) return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The synchronous version, for startup. */
export function syncFolderNow(folder: string): void {
  if (!FOLDERS_OPEN) return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
