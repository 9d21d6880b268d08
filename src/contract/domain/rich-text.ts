import { textOfHtml } from './html-text.ts'

/** The most that a rich text may have, in characters, pictures included. */
export const RICH_TEXT_MAX = 1024 * 1024
/** The most that it may have besides the pictures held in it. */
export const MARKUP_MAX = 100_000
export const MARKUP_TOO_LONG = 'This text is too long. Please shorten it, or take its formatting away.'

/** The most that one picture held in the text itself may have, in bytes. */
export const PICTURE_BYTES_MAX = 300_000
export const PICTURE_TOO_LARGE = 'Pictures in the text must be at most 300 kB each'

// Raster pictures only: an SVG is a document that can hold scripts.
const RASTER_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i
const DATA_ADDRESS = /data:image\/[^"'<>]*/gi
// Letters, digits, three signs and white space cannot become markup, wherever they stand.
const PICTURE_DATA = /data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+/gi
/** Shorter ones are text like any other: nothing is won by replacing them. */
const SHORTEST_REPLACED = 200

/** True when rich text says nothing: no words and no image (an empty editor writes `<p></p>`). */
export const isBlankHtml = (html: string): boolean => textOfHtml(html) === '' && !/<img\s/i.test(html)

/** Words of a text, for the policy's limits: runs of letters and digits, with their hyphens and marks. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0

/** Where a picture of rich text may come from: the web, or the text itself if it is raster data and small. */
export function isAllowedPicture(src: string | null | undefined): boolean {
  const address = src?.trim() ?? ''
  if (/^https?:\/\//i.test(address)) return true
  return RASTER_DATA.test(address) && dataBytes(address) <= PICTURE_BYTES_MAX
}

/** The text with something else in place of the address of each picture held in it. */
export const replacePictures = (html: string, instead: (address: string) => string): string =>
  html.replace(PICTURE_DATA, (address) => (address.length < SHORTEST_REPLACED ? address : instead(address)))

/** True when a text has more markup and words than it may. */
export const isMarkupTooLong = (html: string): boolean => replacePictures(html, () => 'data:').length > MARKUP_MAX

/** True when a picture held in the text is larger than it may be. */
export const hasOversizedPicture = (html: string): boolean =>
  (html.match(DATA_ADDRESS) ?? []).some((address) => dataBytes(address) > PICTURE_BYTES_MAX)

/** Four characters of base64 carry three bytes; padding and white space carry none. */
const dataBytes = (address: string): number =>
  Math.floor((address.slice(address.indexOf(',') + 1).replace(/[\s=]/g, '').length * 3) / 4)
