import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Bucket, ByteRange, FileStore, StoredFile, BucketSettings } from './store.ts'
import { diskStore, saveStaged, STORED_ID, writeDurably } from './disk.ts'
import { openS3Bucket } from './s3-bucket.ts'

const FOLDER = 'files/'

/**
 * Stores files in a bucket. They arrive in `spool`, a folder of this machine, where other programs can look at them
 * before they are accepted.
 */
export function bucketStore(bucket: Bucket, spool: string): FileStore {
  const { freeBytes, check: checkSpool } = diskStore(spool)
  const keyOf = (id: string): string => {
    if (!STORED_ID.test(id)) throw new Error('not a file id')
    return FOLDER + id
  }

  const stage: FileStore['stage'] = async (id, content) => {
    const key = keyOf(id)
    const path = join(spool, 'incoming', id)
    try {
      const written = await writeDurably(path, content instanceof Uint8Array ? [content] : content)
      let sent = false
      return {
        path,
        ...written,
        keep: async () => {
          sent = true
          await bucket.put(key, createReadStream(path), written)
          await rm(path, { force: true })
        },
        discard: async () => {
          await rm(path, { force: true })
          if (sent) await bucket.remove(key)
        },
      }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    stage,
    keep: (id, content) => saveStaged(stage(id, content)),

    async open(id) {
      if (!STORED_ID.test(id)) return null
      const found = await bucket.head(keyOf(id))
      return found && storedObject(bucket, keyOf(id), found)
    },

    remove: (id) => bucket.remove(keyOf(id)),

    async *list() {
      for await (const { key, bytes, modifiedAt: storedAt } of bucket.list(FOLDER))
        yield { id: key.slice(FOLDER.length), bytes, storedAt }
    },

    freeBytes,

    async check() {
      await checkSpool()
      await bucket.check()
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<Bucket['head']>>>

const storedObject = (bucket: Bucket, key: string, { bytes, version, sha256: kept }: Found): StoredFile => ({
  bytes,
  version,
  async verify(sha256) {
    if (kept !== null) return kept === sha256
    const hash = createHash('sha256')
    for await (const part of await bucket.get(key)) hash.update(part as Buffer)
    return hash.digest('hex') === sha256 && (await bucket.head(key))?.version === version
  },
  read: (range) => (bytes === 0 ? Readable.from([]) : Readable.from(parts(bucket, key, range), { objectMode: false })),
  close: () => Promise.resolve(),
})

async function* parts(bucket: Bucket, key: string, range?: ByteRange): AsyncGenerator<Buffer> {
  yield* (await bucket.get(key, range)) as AsyncIterable<Buffer>
}

/** The storage that the settings name. The bucket's first use waits until then. */
export function openStore({ dataDir, s3 }: { dataDir: string; s3: BucketSettings | null }): FileStore {
  const folder = join(dataDir, 'files')
  return s3 ? bucketStore(openS3Bucket(s3), folder) : diskStore(folder)
}
