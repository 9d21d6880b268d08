import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First and last byte, both inclusive. */
  first: number
  last: number
}

/** Bytes that are durably stored but not accepted yet: they may still be refused. */
export interface StagedFile {
  /** A path for checks that run in other programs. */
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
  keep(): Promise<void>
  /** Removes the bytes, accepted or not. */
  discard(): Promise<void>
}

/** An open file: must be read to its end once, or closed. */
export interface StoredFile {
  readonly bytes: number
  /** Changes whenever the file is modified. */
  readonly version: string
  /** Whether its bytes have this SHA-256 (hex), and it has not been modified meanwhile. */
  verify(sha256: string): Promise<boolean>
  read(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Storage for the bytes of files, by id. A stored file is always complete: `keep` is all or nothing. */
export interface FileStore {
  /** Writes the bytes durably, for checks before they are accepted. Leaves nothing behind on failure. */
  stage(id: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<StagedFile>
  /** Stores the bytes durably before it returns. Returns their count and SHA-256 (hex). */
  keep(id: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<{ bytes: number; sha256: string }>
  /** Null if there is no such file. */
  open(id: string): Promise<StoredFile | null>
  /** Removing a missing file is not an error. */
  remove(id: string): Promise<void>
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ id: string; bytes: number; storedAt: Date }>
  /** Free disk space in bytes: where files arrive, and in one folder with the database. */
  freeBytes(): Promise<number>
  /** Returns if files can be stored and read at the moment; throws otherwise. */
  check(): Promise<void>
}

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

interface BucketObject {
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
