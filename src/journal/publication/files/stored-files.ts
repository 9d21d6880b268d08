import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import type { FileStore } from '../../../platform/storage/store.ts'

/** The tables whose rows name stored bytes, and the column with their id. */
export const HOLDERS = { files: 'id', image_variants: 'id', article_cards: 'file_id', marked_pdfs: 'file_id' } as const

export interface FileToStore {
  name: string
  content: Uint8Array
  mediaType: string
  /** Of a picture, in pixels. */
  width?: number
  height?: number
}

export interface ImportResources {
  readonly database: Database
  readonly store: FileStore
}

/** Stores one more file: it is removed with the others if the work fails. */
export type SaveFile = (file: FileToStore) => Promise<FileRow>

const rowOf = (
  id: string,
  { name, mediaType, width, height }: FileToStore,
  { bytes, sha256 }: Pick<FileRow, 'bytes' | 'sha256'>,
): FileRow => ({
  ...{ id, name, media_type: mediaType, bytes, sha256, owner_id: null },
  ...{ created_at: now(), findings: null, width: width ?? null, height: height ?? null },
})

/** Stores no bytes: for a transaction that is rolled back. */
export const keepNothing: SaveFile = async (given) =>
  rowOf(newId(), given, {
    bytes: given.content.byteLength,
    sha256: createHash('sha256').update(given.content).digest('hex'),
  })

/**
 * Stores files for `work`, one after the other. They are removed again if it fails or returns nothing because it needs none of
 * them.
 */
export async function withStored<T>(
  { database, store }: ImportResources,
  files: Iterable<FileToStore> | AsyncIterable<FileToStore>,
  work: (kept: FileRow[], keep: SaveFile) => Promise<T | undefined>,
): Promise<T | undefined> {
  const kept: FileRow[] = []
  const keep: SaveFile = async (given) => {
    const id = newId()
    const file = rowOf(id, given, await store.keep(id, given.content))
    kept.push(file)
    return file
  }
  let result: T | undefined
  try {
    for await (const file of files) await keep(file)
    result = await work([...kept], keep)
  } finally {
    if (result === undefined) await removeUnknown(database, store, kept)
  }
  return result
}

/**
 * Removes files that no row refers to. A commit may have succeeded although its answer was lost, so rows are
 * checked: bytes without a row waste space, but a row without its bytes is data loss.
 */
async function removeUnknown(database: Database, store: FileStore, files: FileRow[]): Promise<void> {
  if (!files.length) return
  const ids = files.map((file) => file.id)
  const rows = await database.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .execute()
    .catch(() => undefined)
  if (!rows) return
  const known = new Set(rows.map((row) => row.id))
  await Promise.all(ids.filter((id) => !known.has(id)).map((id) => store.remove(id)))
}

export const insertFile = (tx: Tx, file: FileRow) => tx.insertInto('files').values(file).execute()
