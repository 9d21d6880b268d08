import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Picture, pictureAt } from '../../../contract/rules/settings/picture-address.ts'
import { PICTURE_DAMAGED } from '../../../contract/rules/settings/pictures.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { findPicture, pathOfPicture, storePicture } from './pictures.ts'
import { preparePicture } from './prepare.ts'

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** True if a picture has the content and the size that an address names. The address tells which ground it keeps. */
export function isPictureAt(path: string, content: Uint8Array, size: Pick<Picture, 'width' | 'height'>): boolean {
  const named = pictureAt(path)
  return named !== null && path === pathOfPicture(sha256Of(content), { ...size, ground: named.ground })
}

/** The content of pictures in base64, for one file with all that the journal has chosen. */
export async function readPictures(
  platform: Pick<Platform, 'database' | 'store' | 'log'>,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const read: Record<string, string> = {}
  for (const path of paths) {
    const found = await findPicture(platform.database.db, path)
    if (!found) continue
    const stored = await openIntact(platform, found.file)
    read[path] = (await buffer(stored.read())).toString('base64')
  }
  return read
}

/** Stores the pictures of such a file. Each is looked at as if a stranger had made it. Throws a sentence for a damaged one. */
export async function storePictures(
  platform: Pick<Platform, 'database' | 'store' | 'workers'>,
  pictures: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, base64] of Object.entries(pictures)) {
    const content = Buffer.from(base64, 'base64')
    const made = await preparePicture(platform.workers, content, { use: 'text', from: 'export' })
    if ('fault' in made || !isPictureAt(path, content, made)) throw new Error(PICTURE_DAMAGED)
    await storePicture(platform, path, { ...made, content })
  }
}
