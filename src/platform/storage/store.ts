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
  list(): AsyncIterable<{ id: string; bytes: number }>
  /** Free disk space in bytes: where files arrive, and in one folder with the database. */
  freeBytes(): Promise<number>
  /** Returns if files can be stored and read at the moment; throws otherwise. */
  check(): Promise<void>
}
