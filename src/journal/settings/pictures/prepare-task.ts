import sharp, { type Sharp } from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../../contract/rules/files/file-rules.ts'
import { groundOf } from '../../../contract/rules/settings/logo-ground.ts'
import type { Ground } from '../../../contract/rules/settings/picture-address.ts'
import {
  LOGO_LEAST_HEIGHT,
  LOGO_TOO_SMALL,
  PICTURE_BOX,
  PICTURE_UNREADABLE,
  type PictureUse,
} from '../../../contract/rules/settings/pictures.ts'
import { readOnly } from '../../publication/files/picture-formats.ts'
import { cleanSvg, UnfitDrawing } from './clean-svg.ts'
import { isPlainWebp } from './plain-webp.ts'

/** What is asked: how a picture is used, or whether it is one that a journal has made already. */
export interface Asked {
  use: PictureUse
  from: 'dots' | 'drawing' | 'export'
}

/** A picture as it will be sent, or why there is none. */
export type Prepared = { fault: string } | { content: Uint8Array; width: number; height: number; ground: Ground | null }

const QUALITY = 80

const opened = (content: Buffer): Sharp =>
  sharp(content, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient()

/** Upright, in sRGB, without its metadata, of an animation the first frame, and no larger than it is shown. */
async function prepare(content: Buffer, { use, from }: Asked): Promise<Prepared> {
  if (from === 'export' && !isPlainWebp(content)) return { fault: PICTURE_UNREADABLE }
  const source = from === 'drawing' ? Buffer.from(cleanSvg(content.toString('utf8'))) : content
  readOnly(from === 'drawing' ? ['Svg'] : from === 'export' ? ['Webp'] : ['Jpeg', 'Png', 'Webp'])
  const { width, height } = (await opened(source).metadata()).autoOrient
  if (use === 'logo' && from === 'dots' && height < LOGO_LEAST_HEIGHT) return { fault: LOGO_TOO_SMALL }
  const fitted = opened(source).resize({ ...PICTURE_BOX[use], fit: 'inside', withoutEnlargement: true })
  const dots = await fitted.clone().ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
  const ground = use === 'logo' ? groundOf(dots) : null
  // Made by a journal: to make it again would change it.
  if (from === 'export') return { content, width, height, ground }
  const made = await fitted
    .toColourspace('srgb')
    .webp(use === 'logo' ? { lossless: true, effort: 4 } : { quality: QUALITY, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  return { content: made.data, width: made.info.width, height: made.info.height, ground }
}

export default async (content: Buffer, asked: Asked): Promise<Prepared> => {
  try {
    return await prepare(content, asked)
  } catch (error) {
    return { fault: error instanceof UnfitDrawing ? error.message : PICTURE_UNREADABLE }
  }
}
