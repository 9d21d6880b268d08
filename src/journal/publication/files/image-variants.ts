import type { Readable } from 'node:stream'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { VARIANT_TYPES } from '../../../contract/rules/articles/pictures.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { ImageVariantRow } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { finishJob, JobFailure, type Job, enqueueJob } from '../../../platform/jobs/queue.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import type { EncodedImage } from './encode.ts'
import { openIntact } from './intact.ts'
import { findFile } from './queries.ts'
import type { FileResources } from './resources.ts'
import { hasRoom } from './room.ts'

/** Has the copies of an article's new image made as soon as the transaction has ended. */
export const queueVariants = (tx: Tx, fileId: string): Promise<void> => enqueueJob(tx, 'pictures', fileId)

/** Makes the smaller copies of images: one may be unreadable, or the machine may have a bad day. */
export const imageVariantJobs = (resources: FileResources): JobHandler => ({
  kind: 'pictures',
  pausesMs: [10 * MINUTE_MS, 10 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  mayBegin: () => hasRoom(resources),
  run: (job) => makeVariants(resources, job),
})

/** Makes the copies that are due, one image after the other; returns of how many. */
export const makeDueVariants = (resources: FileResources, stopped = () => false): Promise<number> =>
  runDueJobs(resources, imageVariantJobs(resources), { stopped })

async function makeVariants(resources: FileResources, job: Job): Promise<boolean> {
  const { database, store, uploads } = resources
  const fileId = job.subject
  const found = await findFile(database.db, fileId)
  if (!found) return false
  const stored = await openIntact(resources, found.file)
  const opened: Readable[] = []
  const open = () => {
    const content = stored.read()
    opened.push(content)
    return content
  }
  const encoded = await uploads.encodeImage(open).finally(() => opened.forEach((content) => content.destroy()))
  if (!encoded) throw new JobFailure('The image could not be read, and is sent as it is.')
  const rows: ImageVariantRow[] = []
  try {
    for (const { width, format, content } of encoded.variants) {
      const id = newId()
      rows.push({ id, file_id: fileId, width, media_type: VARIANT_TYPES[format], ...(await store.keep(id, content)) })
    }
    await insertVariants(database, job, encoded, rows)
  } catch (error) {
    // The bytes of an unknown outcome stay: they would only waste space, but rows without them send nothing.
    const known = await database.db.selectFrom('image_variants').select('id').where('file_id', '=', fileId).execute()
    if (!known.length) await removeBytes(resources, rows)
    throw error
  }
  return true
}

const insertVariants = (database: Database, job: Job, { size }: EncodedImage, rows: ImageVariantRow[]) =>
  database.transaction(async (tx) => {
    const id = job.subject
    if (rows.length) await tx.insertInto('image_variants').values(rows).execute()
    await tx.updateTable('files').set(size).where('id', '=', id).execute()
    await finishJob(tx, job)
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
