import { MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import { VARIANT_TYPES } from '../../../contract/rules/articles/image-variants.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { FileRow, ImageVariantRow } from '../../../platform/database/tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import type { EncodedImage } from './encode.ts'
import { openIntact } from './intact.ts'
import { findFile } from './queries.ts'
import type { FileResources } from './resources.ts'
import { hasRoom } from './room.ts'

/** How often an image is tried: it may be unreadable, or the machine may have had a bad day. */
const MOST_ATTEMPTS = 3
/** Longer than an attempt, so that several processes share the work and one that died gives it back. */
const RETRY_MS = 10 * MINUTE_MS

/** Has the copies of an article's new image made as soon as the transaction has ended. */
export async function queueVariants(tx: Tx, fileId: string): Promise<void> {
  await tx
    .insertInto('variants_to_make')
    .values({ file_id: fileId, attempts: 0, next_try_at: now() })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ attempts: 0, next_try_at: now() }))
    .execute()
}

/** Makes the copies that are due, one image after the other; returns how many were made. */
export async function makeDueVariants(resources: FileResources, stopped = () => false): Promise<number> {
  const { database, log } = resources
  let made = 0
  while (!stopped() && (await hasRoom(resources))) {
    const fileId = await claimNext(database.db)
    if (fileId === null) break
    try {
      if (await makeVariants(resources, fileId)) made++
    } catch (error) {
      log.error({ err: error, fileId }, 'the smaller copies of an image could not be made')
    }
  }
  return made
}

/** Claims the newest image that is due; null if there is none. */
async function claimNext(db: Db): Promise<string | null> {
  for (;;) {
    const due = await db
      .selectFrom('variants_to_make')
      .selectAll()
      .where('attempts', '<', MOST_ATTEMPTS)
      .where('next_try_at', '<=', now())
      .orderBy('next_try_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const { numUpdatedRows } = await db
      .updateTable('variants_to_make')
      .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + RETRY_MS).toISOString() })
      .where('file_id', '=', due.file_id)
      .where('next_try_at', '=', due.next_try_at)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return due.file_id
    // Another process has claimed this one; there may be others.
  }
}

async function makeVariants(resources: FileResources, fileId: string): Promise<boolean> {
  const { database, store, uploads, log } = resources
  const found = await findFile(database.db, fileId)
  if (!found) return false
  const content = (await openIntact(resources, found.file)).read()
  const encoded = await uploads.encodeImage(content).finally(() => content.destroy())
  if (!encoded) {
    log.warn({ fileId }, 'an image could not be re-encoded and is sent as it is')
    return false
  }
  const rows: ImageVariantRow[] = []
  try {
    for (const { width, format, content } of encoded.variants) {
      const id = newId()
      rows.push({ id, file_id: fileId, width, media_type: VARIANT_TYPES[format], ...(await store.keep(id, content)) })
    }
    await insertVariants(database, found.file, encoded, rows)
  } catch (error) {
    // The bytes of an unknown outcome stay: they would only waste space, but rows without them send nothing.
    const known = await database.db.selectFrom('image_variants').select('id').where('file_id', '=', fileId).execute()
    if (!known.length) await removeBytes(resources, rows)
    throw error
  }
  return true
}

const insertVariants = (database: Database, { id }: FileRow, { size }: EncodedImage, rows: ImageVariantRow[]) =>
  database.transaction(async (tx) => {
    if (rows.length) await tx.insertInto('image_variants').values(rows).execute()
    await tx.updateTable('files').set(size).where('id', '=', id).execute()
    await tx.deleteFrom('variants_to_make').where('file_id', '=', id).execute()
    const file = await findFile(tx, id)
    if (file?.record.isPublicImage) await touchPublicSite(tx)
  })

/** The copy of an image in this width and format; undefined while there is none. */
export const findVariant = (
  db: Db,
  fileId: string,
  width: number,
  mediaType: string,
): Promise<ImageVariantRow | undefined> =>
  db
    .selectFrom('image_variants')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('width', '=', width)
    .where('media_type', '=', mediaType)
    .executeTakeFirst()

/** Has all copies of an image made again, because one is missing or damaged. */
export async function renewVariants(resources: FileResources, fileId: string): Promise<void> {
  const gone = await resources.database.transaction(async (tx) => {
    const rows = await tx.deleteFrom('image_variants').where('file_id', '=', fileId).returning('id').execute()
    if (rows.length) await queueVariants(tx, fileId)
    return rows
  })
  await removeBytes(resources, gone)
}

/** Deletes files with their copies; returns the ids of all bytes, which are removed after the transaction. */
export async function deleteFiles(tx: Tx, ids: string[]): Promise<string[]> {
  if (!ids.length) return []
  const variants = await tx.deleteFrom('image_variants').where('file_id', 'in', ids).returning('id').execute()
  await tx.deleteFrom('files').where('id', 'in', ids).execute()
  return [...ids, ...variants.map((variant) => variant.id)]
}

async function removeBytes({ store }: Pick<FileResources, 'store'>, rows: { id: string }[]): Promise<void> {
  for (const { id } of rows) await store.remove(id)
}
