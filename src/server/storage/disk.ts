import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder, syncFolder } from './private.ts'
import type { FileStore, StagedFile, StoredFile } from './store.ts'

/** Ids become paths, so only ids generated here are allowed. */
const ID = /^[\w-]{4,64}$/

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
    if (!ID.test(id)) throw new Error('not a file id')
    return join(root, id.slice(0, 2))
  }

  const makeFolder = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
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
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    stage,

    async keep(id, content) {
      const staged = await stage(id, content)
      try {
        await staged.keep()
      } catch (error) {
        // The original error is thrown, even if the cleanup fails.
        await staged.discard().catch(() => {})
        throw error
      }
      return { bytes: staged.bytes, sha256: staged.sha256 }
    },

    async open(id) {
      if (!ID.test(id)) return null
      try {
        return await storedFile(await open(join(folderOf(id), id)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async remove(id) {
      await rm(join(folderOf(id), id), { force: true })
    },

    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

async function writeDurably(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const sha256 = createHash('sha256')
  let bytes = 0
  const handle = await open(path, 'wx', 0o600)
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
    await makeFolder()
    await rename(path, join(folder, id))
    await syncFolder(folder)
  },
  async discard() {
    await rm(path, { force: true })
    await rm(join(folder, id), { force: true })
  },
})

async function storedFile(handle: FileHandle): Promise<StoredFile> {
  try {
    const { size, mtimeMs, ino } = await handle.stat()
    return {
      bytes: size,
      version: `${ino} ${size} ${mtimeMs}`,
      read: (range) => handle.createReadStream(range ? { start: range.first, end: range.last } : {}),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
