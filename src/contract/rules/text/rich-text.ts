import { textOfHtml } from './html-text.ts'

/** Maximum length of a rich text, including its embedded pictures. */
export const RICH_TEXT_MAX = 1024 * 1024
/** Maximum length without embedded pictures. */
export const MARKUP_MAX = 100_000
export const MARKUP_TOO_LONG = 'This text is too long. Please shorten it, or take its formatting away.'

/** Maximum size of one embedded picture, in bytes. */
export const PICTURE_BYTES_MAX = 300_000
export const PICTURE_TOO_LARGE = 'Images in the text must be at most 300 KB each'

// Raster images only: an SVG is a document that can contain scripts.
const RASTER_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i
const DATA_ADDRESS = /data:image\/[^"'<>]*/gi
// Letters, digits, three symbols and white space cannot become markup in any context.
const PICTURE_DATA = /data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+/gi
/** Shorter ones are left in the text: replacing them saves nothing. */
const SHORTEST_REPLACED = 200

/** True if rich text has neither words nor images (an empty editor writes `<p></p>`). */
export const isBlankHtml = (html: string): boolean => textOfHtml(html) === '' && !/<img\s/i.test(html)

/** Word count for the policy's limits: sequences of letters and digits, with hyphens and marks. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0

/** Allowed sources of a picture: the web, or a small embedded raster image. */
export function isAllowedPicture(src: string | null | undefined): boolean {
  const address = src?.trim() ?? ''
  if (/^https?:\/\//i.test(address)) return true
  return RASTER_DATA.test(address) && dataBytes(address) <= PICTURE_BYTES_MAX
}

/** The text with the source of each embedded picture replaced. */
export const replacePictures = (html: string, instead: (address: string) => string): string =>
  html.replace(PICTURE_DATA, (address) => (address.length < SHORTEST_REPLACED ? address : instead(address)))

export const isMarkupTooLong = (html: string): boolean => replacePictures(html, () => 'data:').length > MARKUP_MAX

/** True if an embedded picture is too large. */
export const hasOversizedPicture = (html: string): boolean =>
  (html.match(DATA_ADDRESS) ?? []).some((address) => dataBytes(address) > PICTURE_BYTES_MAX)

/** Four characters of base64 encode three bytes; padding and white space encode none. */
const dataBytes = (address: string): number =>
  Math.floor((address.slice(address.indexOf(',') + 1).replace(/[\s=]/g, '').length * 3) / 4)
