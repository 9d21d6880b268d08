import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '../../../contract/rules/files/file-rules.ts'
import type { FigurePicture } from './figure-pictures.ts'
import { readOnly } from './picture-formats.ts'

// The formats of figures.
readOnly(['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'])

/** By the library's names of formats. */
const SHOWN: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' }

/** In pixels: of a TIFF, which is made for print. */
const LARGEST = 4000
const PREVIEW_WIDTH = 640
/** Lines and letters stay sharp; a third of the bytes of a PNG. */
const CONVERTED = { quality: 92 }

/** The picture as browsers show it, with its size; null for anything that is no picture or is too large. */
export async function prepareFigure(
  content: Uint8Array,
  { withPreview }: { withPreview: boolean },
): Promise<FigurePicture | null> {
  const image = () => sharp(content, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
  const { format, autoOrient, width, height } = await image().metadata()
  if (width * height > IMAGE_MAX_PIXELS) return null
  const preview = withPreview
    ? await image().autoOrient().resize({ width: PREVIEW_WIDTH, withoutEnlargement: true }).webp().toBuffer()
    : null
  if (Object.hasOwn(SHOWN, format)) return { content: null, preview, mediaType: SHOWN[format]!, ...autoOrient }
  if (format !== 'tiff') return null
  const { data, info } = await image()
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
    .webp(CONVERTED)
    .toBuffer({ resolveWithObject: true })
  return { content: data, preview, mediaType: 'image/webp', width: info.width, height: info.height }
}

export default prepareFigure
