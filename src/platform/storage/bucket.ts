import type { Readable } from 'node:stream'
import type { ByteRange } from './store.ts'

export interface BucketSettings {
  bucket: string
  region: string
  /** The address of an S3-compatible store; undefined: Amazon's. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** What every key begins with, so that several journals can share a bucket; may be empty. */
  prefix: string
}

export interface BucketObject {
  key: string
  bytes: number
  modifiedAt: Date
}

/** The bucket or the folder of files does not answer, or refuses. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
  /** True if it answered, and will answer so again until its settings or ours are changed. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal, cause }: { isRefusal: boolean; cause: unknown }) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}

/** Objects in an S3-compatible store. Every method throws `StorageUnavailable` if it is not answered in time. */
export interface Bucket {
  /** Stores an object whole or not at all; `sha256` (hex) lets the store refuse bytes that arrived changed. */
  put(key: string, content: Readable | Uint8Array, size: { bytes: number; sha256?: string }): Promise<void>
  /** Null if there is no such object. `version` changes with its bytes; `sha256` (hex) where the store keeps it. */
  head(key: string): Promise<{ bytes: number; version: string; sha256: string | null } | null>
  /** The bytes of an object, which must exist. */
  get(key: string, range?: ByteRange): Promise<Readable>
  list(prefix: string): AsyncIterable<BucketObject>
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>
  /** Returns if the bucket can be used. */
  check(): Promise<void>
}
