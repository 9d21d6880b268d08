import { IMAGE_TYPES } from '../files/file-rules.ts'
import { paths } from '../site/paths.ts'

/** The pictures of an article's figures: their names, limits and addresses. */

/** Pictures that are accepted beside the text of an article; browsers do not show TIFF, so it is converted. */
export const FIGURE_TYPES = { ...IMAGE_TYPES, tif: 'image/tiff', tiff: 'image/tiff' } as const

/** More than any article has; the rest is left out. */
export const FIGURES_MAX = 200

/** In pixels: how wide a picture is shown on a page, unless another width is asked for. */
export const FIGURE_WIDTH = 1280

const LONGEST_NAME = 120
const EXTENSION = new RegExp(`\\.(?:${Object.keys(FIGURE_TYPES).join('|')}|eps|svg|emf|wmf|bmp)$`, 'i')

/**
 * The name of a picture in addresses, from a file name or from the name that an XML file gives, which often lacks the
 * extension: 'images/Fig_1.TIF' and 'fig_1' are the same picture. Empty if nothing is left.
 */
export const figureName = (href: string): string =>
  (href.slice(-1000).split(/[/\\]/).pop() ?? '')
    .replace(EXTENSION, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, LONGEST_NAME)

const VERSION_LENGTH = 12
/** Names the content, so that a browser can keep it for good. */
export const figureVersion = (sha256: string): string => sha256.slice(0, VERSION_LENGTH)

/** The address of a picture; `&w=320` after it asks for a narrower copy. */
export const figureUrl = (articleId: string, name: string, sha256: string): string =>
  `${paths.articleFigure(articleId, name)}?v=${figureVersion(sha256)}`

/** The smaller copies of a featured image: their widths, formats and addresses. */

/** In pixels. Copies are never wider than the image. */
export const VARIANT_WIDTHS = [320, 640, 960, 1280] as const

/** Media types by the end of the address; the best first, of which a browser takes the first that it knows. */
export const VARIANT_TYPES = { avif: 'image/avif', webp: 'image/webp' } as const
export type VariantFormat = keyof typeof VARIANT_TYPES
export const VARIANT_FORMATS = Object.keys(VARIANT_TYPES) as VariantFormat[]

/** In pixels, upright as it is shown. */
export interface ImageSize {
  width: number
  height: number
}

export const variantWidths = ({ width }: ImageSize): number[] => VARIANT_WIDTHS.filter((each) => each <= width)

/** The address of a copy, from that of the image, whose key it keeps. */
export const variantUrl = (imageUrl: string, width: number, format: VariantFormat): string =>
  imageUrl.replace(/^\/files\/([^/]+)\/[^?]*/, `/images/$1/${width}.${format}`)

/** The copy that the last part of an address names; undefined for all other names. */
export function variantNamed(name: string): { width: number; format: VariantFormat } | undefined {
  const [, digits, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? []
  const width = VARIANT_WIDTHS.find((each) => String(each) === digits)
  return width && { width, format: format as VariantFormat }
}

/** Stands for the address of a picture in a text that is only looked at. */
export const pictureSrc = (name: string): string => `/picture-of-draft/${name}`
