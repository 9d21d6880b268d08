import type { Readable } from 'node:stream'

export interface ByteRange {
  /** First and last byte, both included. */
  first: number
  last: number
}

/** Bytes that have arrived durably, but are no kept file yet: they may still be refused. */
export interface StagedFile {
  /** Where they can be read meanwhile, by checks that run in other programs. */
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
  keep(): Promise<void>
  /** Removes the bytes, kept or not. */
  discard(): Promise<void>
}

/** A kept file, opened: to be read to its end once, or closed. */
export interface StoredFile {
  readonly bytes: number
  /** Differs when somebody has written to the file since. */
  readonly version: string
  read(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Where the bytes of files are kept, by id. A file that is there is whole: `keep` is all or nothing. */
export interface FileStore {
  /** Writes the bytes durably, to be looked at before they are kept. Leaves nothing when it fails. */
  stage(id: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<StagedFile>
  /** Stores the bytes durably before it returns. Returns their count and SHA-256 (hex). */
  keep(id: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<{ bytes: number; sha256: string }>
  /** Null when there is no such file. */
  open(id: string): Promise<StoredFile | null>
  /** Removing what is not there is not an error. */
  remove(id: string): Promise<void>
  /** How many more bytes there is room for. */
  freeBytes(): Promise<number>
}
