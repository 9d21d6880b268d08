import { buffer } from 'node:stream/consumers'
import { figureName, figureUrl } from '../../../contract/rules/articles/pictures.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueVariants } from './image-variants.ts'
import { openIntact } from './intact.ts'

/** The address and the size of a figure's picture. */
export interface FigureImage {
  src: string
  width: number | null
  height: number | null
}

/** The pictures of an article by `figureName`. */
export async function figureImages(db: Db, articleId: string): Promise<Record<string, FigureImage>> {
  const rows = await db
    .selectFrom('article_figures')
    .innerJoin('files', 'files.id', 'article_figures.file_id')
    .select(['article_figures.name', 'files.sha256', 'files.width', 'files.height'])
    .where('article_figures.article_id', '=', articleId)
    .execute()
  return Object.fromEntries(
    rows.map(({ name, sha256, width, height }) => [name, { src: figureUrl(articleId, name, sha256), width, height }]),
  )
}

/** Gives an article these pictures, whose rows have been inserted, after those that it has. */
export async function insertFigures(
  tx: Tx,
  articleId: string,
  figures: readonly Pick<FileRow, 'id' | 'name' | 'media_type'>[],
): Promise<void> {
  if (!figures.length) return
  const { last } = await tx
    .selectFrom('article_figures')
    .select((select) => select.fn.max<number | null>('position').as('last'))
    .where('article_id', '=', articleId)
    .executeTakeFirstOrThrow()
  const first = (last ?? -1) + 1
  await tx
    .insertInto('article_figures')
    .values(
      figures.map(({ id, name }, index) => ({
        article_id: articleId,
        name: figureName(name),
        file_id: id,
        position: first + index,
      })),
    )
    .execute()
  // Of an animation the copies would show one frame.
  for (const { id, media_type } of figures) if (media_type !== 'image/gif') await queueVariants(tx, id)
}

export const figureFileIds = async (db: Db, articleIds: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('article_figures').select('file_id').where('article_id', 'in', articleIds).execute()).map(
    ({ file_id }) => file_id,
  )

/** More than a text with many photographs has; the pictures after it are left out. */
const MOST_PICTURE_BYTES = 60_000_000

/** The bytes of an article's pictures by `figureName`, for its PDF. One that is damaged is left out. */
export async function storedPictures(resources: Platform, articleId: string): Promise<Record<string, Uint8Array>> {
  const rows = await resources.database.db
    .selectFrom('article_figures')
    .innerJoin('files', 'files.id', 'article_figures.file_id')
    .selectAll('files')
    .select('article_figures.name as figure')
    .where('article_figures.article_id', '=', articleId)
    .orderBy('article_figures.position')
    .execute()
  const pictures: Record<string, Uint8Array> = {}
  let left = MOST_PICTURE_BYTES
  for (const { figure, ...file } of rows) {
    left -= file.bytes
    if (left < 0) break
    try {
      pictures[figure] = await buffer((await openIntact(resources, file)).read())
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  return pictures
}
