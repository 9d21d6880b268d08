import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../../contract/rules/files/file-rules.ts'
import {
  type ImageSize,
  VARIANT_FORMATS,
  type VariantFormat,
  variantWidths,
} from '../../../contract/rules/articles/pictures.ts'
import { readOnly, type PictureFormat } from './picture-formats.ts'

/** The copies of a picture, and its own size. */
export interface EncodedImage {
  size: ImageSize
  variants: { width: number; format: VariantFormat; content: Uint8Array }[]
}

/**
 * Found by measuring (docs/decisions/pages.md): a second for all copies of a photograph. More effort takes eight times
 * as long for bytes that no reader would notice.
 */
const SETTINGS = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 75, effort: 4 },
} as const satisfies Record<VariantFormat, object>

/** The formats of featured images. */
export const READ: readonly PictureFormat[] = ['Jpeg', 'Png', 'Webp']
readOnly(READ)

/**
 * Makes the smaller copies of a picture: upright, in sRGB and without its metadata, such as the place where it was
 * taken; of an animation the first frame.
 */
export async function encode(content: Uint8Array): Promise<EncodedImage> {
  const image = () => sharp(content, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient()
  const { width, height } = (await image().metadata()).autoOrient
  const variants: EncodedImage['variants'] = []
  for (const each of variantWidths({ width, height })) {
    for (const format of VARIANT_FORMATS) {
      const copy = image().resize({ width: each }).toFormat(format, SETTINGS[format])
      variants.push({ width: each, format, content: await copy.toBuffer() })
    }
  }
  return { size: { width, height }, variants }
}

export default (content: Buffer): Promise<EncodedImage> => encode(content)
