import type { Readable } from 'node:stream'
import type { settings } from '../../../contract/api/settings.ts'
import type { ParsedInputOf } from '../../../contract/api/endpoint.ts'
import { fileIdOf, IMAGE_MAX_BYTES } from '../../../contract/rules/files/file-rules.ts'
import { pictureAt, picturesIn } from '../../../contract/rules/settings/picture-address.ts'
import {
  LOGO_TYPE_REFUSED,
  PICTURE_DAMAGED,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE_REFUSED,
  PICTURE_TYPES,
} from '../../../contract/rules/settings/pictures.ts'
import { DomainError, invalid, NO_ROOM, notFound } from '../../../platform/errors.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { NO_FILE } from '../../publication/files/receive.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { hasRoom } from '../../publication/files/room.ts'
import { isPictureAt, sha256Of } from './exported-pictures.ts'
import { findPicture, pathOfPicture, publicPictures, storePicture, touchPicture } from './pictures.ts'
import { preparePicture } from './prepare.ts'
import type { Prepared } from './prepare-task.ts'

type Asked = ParsedInputOf<(typeof settings)['addPicture']>

/** Makes a picture of an upload of the person's, or of a drawing. Bytes first, then the row, then the answer. */
export async function addPicture(
  resources: FileResources,
  userId: string,
  asked: Asked,
): Promise<{ path: string; width: number; height: number; seenAt: string }> {
  if (!(await hasRoom(resources))) throw new DomainError('insufficient_storage', NO_ROOM)
  const made = await preparedFrom(resources, userId, asked)
  if ('fault' in made) throw invalid('file', made.fault)
  const path = asked.path ?? pathOfPicture(sha256Of(made.content), made)
  if (!isPictureAt(path, made.content, made)) throw invalid('file', PICTURE_DAMAGED)
  await storePicture(resources, path, made)
  return { path, width: made.width, height: made.height, seenAt: await seenAt(resources, path) }
}

async function preparedFrom(resources: FileResources, userId: string, asked: Asked): Promise<Prepared> {
  const { use, fileUrl, svg, path } = asked
  const from = path === undefined ? 'dots' : 'export'
  if ((fileUrl === undefined) === (svg === undefined)) throw invalid('file', NO_FILE)
  if (svg !== undefined) {
    if (use !== 'logo' || path !== undefined) throw invalid('file', PICTURE_TYPE_REFUSED)
    return preparePicture(resources.workers, Buffer.from(svg), { use, from: 'drawing' })
  }
  const file = await resources.database.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileIdOf(fileUrl!) ?? '')
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  if (!file) throw invalid('file', 'A file is no longer available. Please upload it again.')
  if (!(PICTURE_TYPES as readonly string[]).includes(file.media_type))
    throw invalid('file', use === 'logo' ? LOGO_TYPE_REFUSED : PICTURE_TYPE_REFUSED)
  if (file.bytes > IMAGE_MAX_BYTES) throw invalid('file', PICTURE_TOO_LARGE)
  const stored = await openIntact(resources, file)
  const opened: Readable[] = []
  const open = () => {
    const content = stored.read()
    opened.push(content)
    return content
  }
  return preparePicture(resources.workers, open, { use, from }).finally(() => opened.forEach((each) => each.destroy()))
}

/** Where a picture can be seen now: what is not published yet has a key for a few minutes. */
export async function seenAt(resources: Pick<FileResources, 'database' | 'fileLinks'>, path: string): Promise<string> {
  const found = pictureAt(path) && (await findPicture(resources.database.db, path))
  if (!found) throw notFound('Picture')
  if (found.isPublic) return path
  await touchPicture(resources.database.db, path)
  return `${path}?key=${await resources.fileLinks.make(found.file.id)}`
}

/** A text that is looked at before it is published, with its pictures. */
export async function withPictures(
  resources: Pick<FileResources, 'database' | 'fileLinks'>,
  html: string,
): Promise<string> {
  const paths = picturesIn(html)
  const open = await publicPictures(resources.database.db, paths)
  let shown = html
  for (const path of paths) {
    if (open.has(path)) continue
    const found = await findPicture(resources.database.db, path)
    if (found) shown = shown.replaceAll(`"${path}"`, `"${path}?key=${await resources.fileLinks.make(found.file.id)}"`)
  }
  return shown
}
