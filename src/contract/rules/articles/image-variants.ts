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
