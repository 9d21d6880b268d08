import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { close, read } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inFolder } from './in-folder.ts'
import { privateFolder, syncFolder } from './private.ts'
import type { ByteRange, FileStore, StagedFile, StoredFile } from './store.ts'

/** How much of a file is in memory at once for a reader, and for those beyond the first `MOST_LARGE`. */
const LARGE = 256 * 1024
const SMALL = 32 * 1024
/** Readers who take nothing hold their part: many of them must not use up the memory. */
const MOST_LARGE = 64

/** Large parts that nobody is using now; more of them are left to the garbage collector. */
const MOST_SPARE = 16
const spare: Buffer[] = []
let used = 0

/** Memory for a part of a file; its content is whatever was in it before. */
function takePart(): Buffer {
  used++
  return used > MOST_LARGE ? Buffer.allocUnsafeSlow(SMALL) : (spare.pop() ?? Buffer.allocUnsafeSlow(LARGE))
}

/** `again`: nothing can still be reading from it. */
function giveBack(part: Buffer, again: boolean): void {
  used--
  if (again && part.length === LARGE && spare.length < MOST_SPARE) spare.push(part)
}

/**
 * The bytes of an open file, which it closes in the end. A response takes them from one part of memory that is filled
 * again once it has been sent: streams would take new memory for each read.
 */
class FileBody extends Readable {
  readonly #handle: number
  readonly #last: number
  #position: number
  #reading = false
  #part: Buffer | undefined
  #afterReading: (() => void) | undefined

  constructor(handle: number, { first, last }: ByteRange) {
    super({ highWaterMark: SMALL })
    this.#handle = handle
    this.#position = first
    this.#last = last
  }

  override _read(): void {
    this.#fill(Buffer.allocUnsafe(SMALL), (filled) => this.push(filled.length ? filled : null))
  }

  override pipe<T extends NodeJS.WritableStream>(to: T, options?: { end?: boolean }): T {
    if (!(to instanceof ServerResponse) || options?.end === false) return super.pipe(to, options)
    const part = takePart()
    this.#part = part
    const next = (error?: Error | null): void => {
      if (error || this.destroyed) return void this.destroy(error ?? undefined)
      this.#fill(part, (filled) => {
        if (filled.length) return void to.write(filled, next)
        this.#release(true)
        to.end()
        // Tells those who listen that it has ended.
        this.push(null)
        this.resume()
      })
    }
    next()
    return to
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#release(false)
    const finish = () => close(this.#handle, (failure) => done(error ?? failure))
    // The number of a closed file may be given to another one, which a read under way would then read.
    if (this.#reading) this.#afterReading = finish
    else finish()
  }

  #release(again: boolean): void {
    if (this.#part) giveBack(this.#part, again)
    this.#part = undefined
  }

  /** Hands on the next bytes, or none at the end. A file that ends too early is an error. */
  #fill(part: Buffer, use: (filled: Buffer) => void): void {
    const left = this.#last + 1 - this.#position
    if (left <= 0) return use(part.subarray(0, 0))
    this.#reading = true
    read(this.#handle, part, 0, Math.min(part.length, left), this.#position, (error, count) => {
      this.#reading = false
      if (this.#afterReading) return this.#afterReading()
      if (error || count === 0) return void this.destroy(error ?? new Error('The file has become shorter'))
      this.#position += count
      use(part.subarray(0, count))
    })
  }
}

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

    keep: (id, content) => saveStaged(stage(id, content)),

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
          if (found?.isFile() && STORED_ID.test(id)) yield { id, bytes: found.size, storedAt: found.mtime }
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
export async function saveStaged(staging: Promise<StagedFile>): Promise<{ bytes: number; sha256: string }> {
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
