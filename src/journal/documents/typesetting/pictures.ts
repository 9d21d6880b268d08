import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../../contract/rules/files/file-rules.ts'

/** A picture as it is put into a PDF. */
export interface Picture {
  /** JPEG or PNG. */
  content: Uint8Array
  width: number
  height: number
}

/** By `figureName`. */
export type Pictures = ReadonlyMap<string, Picture>

/** In pixels: 300 for an inch of the widest picture. */
const LARGEST = 2030
const QUALITY = 90

/**
 * A picture as archives demand it: in the colours of screens, without a profile of its own, upright, and opaque, since what
 * would shine through is the white of the page. Null for what is no picture.
 */
export async function pictureForPrint(content: Uint8Array): Promise<Picture | null> {
  try {
    const image = sharp(content, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    const drawn = image
      .autoOrient()
      .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
    // Lines and letters stay sharp in what was drawn.
    const isDrawn = format === 'png' || format === 'gif'
    const { data, info } = await (
      isDrawn
        ? drawn.png({ compressionLevel: 9, palette: false })
        : drawn.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    ).toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
