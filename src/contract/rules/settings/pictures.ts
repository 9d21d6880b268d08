import { IMAGE_TYPES } from '../files/file-rules.ts'

export const PICTURE_USES = ['logo', 'text'] as const
export type PictureUse = (typeof PICTURE_USES)[number]

/** In pixels: what a picture is made to fit into. A logo is shown a fifth as high, on screens with any number of dots. */
export const PICTURE_BOX: Record<PictureUse, { width: number; height: number }> = {
  logo: { width: 1024, height: 192 },
  text: { width: 1280, height: 2560 },
}
/** In pixels: a smaller logo would be blurred. */
export const LOGO_LEAST_HEIGHT = 64

/** What can be chosen. An SVG becomes a picture of dots before anyone sees it. */
export const PICTURE_TYPES = [IMAGE_TYPES.png, IMAGE_TYPES.jpg, IMAGE_TYPES.webp] as const
export const SVG_TYPE = 'image/svg+xml'
/** The longest SVG, in characters. */
export const SVG_MAX = 200_000

export const PICTURE_TYPE_REFUSED = 'Please choose a PNG, JPEG or WebP picture.'
export const LOGO_TYPE_REFUSED = 'Please choose a PNG, JPEG, WebP or SVG file.'
export const PICTURE_TOO_LARGE = 'A picture may have at most 5 MB.'
export const PICTURE_UNREADABLE = 'This picture could not be read. Please save it again as PNG.'
export const SVG_TOO_LONG = 'This SVG is too long for a logo. Please save it as PNG.'
export const LOGO_TOO_SMALL = `A logo must be at least ${LOGO_LEAST_HEIGHT} pixels high.`
export const PICTURE_GONE = 'A picture is no longer there. Please choose it again.'
export const PICTURE_DAMAGED = 'A picture in this file is damaged.'
export const PICTURE_FOREIGN = 'Only pictures that were uploaded here can be shown. Please upload it.'
export const PICTURE_WITHOUT_WORDS = 'Please describe each picture for readers who cannot see it.'
export const NO_PICTURES_IN_EMAILS = 'Emails and letters have no pictures. Please leave it out.'
