import { sql } from 'kysely'
import { type Picture, pictureDigest, picturePath } from '../../../contract/rules/settings/picture-address.ts'
import { PICTURE_GONE } from '../../../contract/rules/settings/pictures.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { type ImportResources, withStored } from '../../publication/files/stored-files.ts'

/** A picture that is stored: whether readers get it, and its bytes. */
export interface StoredPicture {
  isPublic: boolean
  file: FileRow
}

export async function findPicture(db: Db, path: string): Promise<StoredPicture | null> {
  const row = await db
    .selectFrom('journal_pictures as picture')
    .innerJoin('files', 'files.id', 'picture.file_id')
    .selectAll('files')
    .select('picture.published_at')
    .where('picture.path', '=', path)
    .executeTakeFirst()
  if (!row) return null
  const { published_at, ...file } = row
  return { isPublic: published_at !== null, file }
}

/** Notes that a picture is in use. False if it is not there. */
export async function touchPicture(db: Db, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('journal_pictures')
    .set({ used_at: now() })
    .where('path', '=', path)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Where a picture with this content is. */
export const pathOfPicture = (sha256: string, { width, height, ground }: Omit<Picture, 'digest'>): string =>
  picturePath({ digest: pictureDigest(sha256), width, height, ground })

/** Stores a picture: the same one twice is one. Readers do not get it before something that names it is published. */
export async function storePicture(
  resources: ImportResources,
  path: string,
  { content, width, height }: { content: Uint8Array; width: number; height: number },
): Promise<void> {
  if (await touchPicture(resources.database.db, path)) return
  await withStored(resources, [{ name: 'picture.webp', content, mediaType: 'image/webp', width, height }], ([file]) =>
    resources.database.transaction(async (tx) => {
      await tx.insertInto('files').values(file!).execute()
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('journal_pictures')
        .values({ path, file_id: file!.id, published_at: null, used_at: now() })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows) return path
      // Someone else has stored it meanwhile.
      await tx.deleteFrom('files').where('id', '=', file!.id).execute()
      return undefined
    }),
  )
}

/** Gives these pictures to readers, with what names them. Refuses one that is not there. What was public once stays. */
export async function publishPictures(tx: Tx, paths: readonly string[]): Promise<void> {
  const at = now()
  // In one order, so that no two wait for each other.
  for (const path of paths.toSorted()) {
    if (!(await touchPicture(tx, path)))
      throw new DomainError('invalid', PICTURE_GONE, { errors: { picture: PICTURE_GONE } })
    await tx
      .updateTable('journal_pictures')
      .set({ published_at: at })
      .where('path', '=', path)
      .where('published_at', 'is', null)
      .execute()
  }
}

/** Which of these readers get already. */
export async function publicPictures(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (!paths.length) return new Set()
  const rows = await db
    .selectFrom('journal_pictures')
    .select('path')
    .where('path', 'in', paths)
    .where('published_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ path }) => path))
}

const UNUSED_DAYS = 30
const BATCH = 500

/** Removes pictures that were chosen 30 days ago, and that neither what was published nor a draft names. */
export async function sweepPictures(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const unusedSince = new Date(Date.now() - UNUSED_DAYS * DAY_MS).toISOString()
    const rows = await tx
      .selectFrom('journal_pictures as picture')
      .select('picture.path')
      .where('picture.published_at', 'is', null)
      .where('picture.used_at', '<', unusedSince)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('drafts')
              .select('drafts.item')
              .where(sql<boolean>`drafts.content like '%' || picture.path || '%'`),
          ),
        ),
      )
      .limit(BATCH)
      .execute()
    const paths = rows.map(({ path }) => path)
    if (!paths.length) return 0
    const { numDeletedRows } = await tx
      .deleteFrom('journal_pictures')
      .where('path', 'in', paths)
      .where('published_at', 'is', null)
      .where('used_at', '<', unusedSince)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
