import type { Readable } from 'node:stream'

/** Where the bytes of files are kept, by id. A file that is there is whole: `keep` is all or nothing. */
export interface FileStore {
  /** Stores the bytes durably before it returns. Returns their count and SHA-256 (hex). */
  keep(id: string, content: Readable | Uint8Array): Promise<{ bytes: number; sha256: string }>
  /** Null when there is no such file. */
  read(id: string): Promise<Readable | null>
  /** Removing what is not there is not an error. */
  remove(id: string): Promise<void>
}
