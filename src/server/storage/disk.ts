import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder, syncFolder } from './private.ts'
import type { FileStore } from './store.ts'

/** Ids become paths, so only ids of ours may. */
const ID = /^[\w-]{4,64}$/

/** Keeps files in a folder: temporary name, fsync, rename, fsync of the folder. */
export function diskStore(root: string): FileStore {
  const incoming = join(root, 'incoming')
  privateFolder(root)
  privateFolder(incoming)
  /** Folders that are known to outlive a power failure. Whoever finds a folder cannot know that of its maker. */
  const durable = new Set<string>()

  const folderOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('not a file id')
    return join(root, id.slice(0, 2))
  }

  return {
    async keep(id, content) {
      const folder = folderOf(id)
      const temporary = join(incoming, id)
      const sha256 = createHash('sha256')
      let bytes = 0
      try {
        const handle = await open(temporary, 'wx', 0o600)
        try {
          for await (const chunk of content instanceof Uint8Array ? [content] : content) {
            const part = chunk as Uint8Array
            sha256.update(part)
            bytes += part.length
            await handle.writeFile(part)
          }
          await handle.sync()
        } finally {
          await handle.close()
        }
        await mkdir(folder, { recursive: true, mode: 0o700 })
        if (!durable.has(folder)) await syncFolder(root)
        durable.add(folder)
        await rename(temporary, join(folder, id))
        await syncFolder(folder)
      } catch (error) {
        // What went wrong first is what is told, also when the disk cannot even forget.
        await rm(temporary, { force: true }).catch(() => {})
        throw error
      }
      return { bytes, sha256: sha256.digest('hex') }
    },

    async read(id) {
      if (!ID.test(id)) return null
      try {
        const handle = await open(join(folderOf(id), id))
        return handle.createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async remove(id) {
      await rm(join(folderOf(id), id), { force: true })
    },
  }
}
