import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FileBody, giveBack, takePart } from './file-body.ts'
import { inFolder } from './in-folder.ts'
import { privateFolder, syncFolder } from './private.ts'
import type { FileStore, StagedFile, StoredFile } from './store.ts'

/** Ids become paths and keys, so only ids generated here are allowed. */
export const STORED_ID = /^[\w-]{4,64}$/

/** Stores files in a folder: temporary name, fsync, rename, fsync of the folder. */
export function diskStore(root: string): FileStore {
  const incoming = join(root, 'incoming')
  privateFolder(root)
  privateFolder(incoming)
  /**
   * Folders known to survive a power failure. A folder created by another process may not have been synced
   * yet.
   */
  const durable = new Set<string>()

  const folderOf = (id: string): string => {
    if (!STORED_ID.test(id)) throw new Error('not a file id')
    return join(root, id.slice(0, 2))
  }

  const makeFolder = async (folder: string) => {
    // Never with those above it: under a disk that is not mounted any more would be a second folder of files.
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!durable.has(folder)) await syncFolder(root)
    durable.add(folder)
  }

  const stage: FileStore['stage'] = async (id, content) => {
    const folder = folderOf(id)
    const path = join(incoming, id)
    try {
      const written = await writeDurably(path, content instanceof Uint8Array ? [content] : content)
      return stagedFile(path, folder, id, written, () => makeFolder(folder))
    } catch (error) {
      // The original error is thrown, even if the cleanup fails.
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
  }

  return {
    stage,

    keep: (id, content) => keepStaged(stage(id, content)),

    async open(id) {
      if (!STORED_ID.test(id)) return null
      try {
        return await storedFile(join(folderOf(id), id))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        return inFolder(Promise.reject(error))
      }
    },

    async remove(id) {
      await rm(join(folderOf(id), id), { force: true })
    },

    async *list() {
      for (const folder of await readdir(root)) {
        if (folder.length !== 2) continue
        for (const id of await readdir(join(root, folder))) {
          // A file may be removed while others are listed.
          const found = await stat(join(root, folder, id)).catch(() => undefined)
          if (found?.isFile() && STORED_ID.test(id)) yield { id, bytes: found.size }
        }
      }
    },

    async freeBytes() {
      const { bavail, bsize } = await inFolder(statfs(root))
      return bavail * bsize
    },

    check: () => inFolder(access(incoming, fs.constants.R_OK | fs.constants.W_OK)),
  }
}

/** Accepts staged bytes at once. */
export async function keepStaged(staging: Promise<StagedFile>): Promise<{ bytes: number; sha256: string }> {
  const staged = await staging
  try {
    await staged.keep()
  } catch (error) {
    // The original error is thrown, even if the cleanup fails.
    await staged.discard().catch(() => {})
    throw error
  }
  return { bytes: staged.bytes, sha256: staged.sha256 }
}

/** Writes a new file, synced. */
export async function writeDurably(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const sha256 = createHash('sha256')
  let bytes = 0
  const handle = await inFolder(open(path, 'wx', 0o600))
  try {
    for await (const part of content) {
      sha256.update(part)
      bytes += part.length
      await handle.writeFile(part)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: sha256.digest('hex') }
}

const stagedFile = (
  path: string,
  folder: string,
  id: string,
  written: { bytes: number; sha256: string },
  makeFolder: () => Promise<void>,
): StagedFile => ({
  path,
  ...written,
  async keep() {
    await inFolder(makeFolder())
    await inFolder(rename(path, join(folder, id)))
    await inFolder(syncFolder(folder))
  },
  async discard() {
    await rm(path, { force: true })
    await rm(join(folder, id), { force: true })
  },
})

// Plain descriptors, which `FileBody` reads without a promise for each part.
const openHandle = promisify(fs.open)
const stateOf = promisify(fs.fstat)
const closeHandle = promisify(fs.close)
const readInto = promisify(fs.read)

async function storedFile(path: string): Promise<StoredFile> {
  const handle = await openHandle(path, 'r')
  try {
    const state = await stateOf(handle)
    return {
      bytes: state.size,
      version: versionOf(state),
      verify: async (sha256) =>
        (await sha256Of(handle)) === sha256 && versionOf(await stateOf(handle)) === versionOf(state),
      read: (range = { first: 0, last: state.size - 1 }) => new FileBody(handle, range),
      close: () => closeHandle(handle),
    }
  } catch (error) {
    await closeHandle(handle)
    throw error
  }
}

const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: fs.Stats): string =>
  `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`

async function sha256Of(handle: number): Promise<string> {
  const sha256 = createHash('sha256')
  const part = takePart()
  try {
    for (let position = 0; ;) {
      const { bytesRead } = await readInto(handle, part, 0, part.length, position)
      if (bytesRead === 0) return sha256.digest('hex')
      sha256.update(part.subarray(0, bytesRead))
      position += bytesRead
    }
  } finally {
    giveBack(part, true)
  }
}
