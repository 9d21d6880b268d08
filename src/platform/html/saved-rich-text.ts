import { IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE } from '../../contract/rules/files/file-rules.ts'
import { isBlankHtml, isMarkupTooLong, MARKUP_TOO_LONG } from '../../contract/rules/text/rich-text.ts'
import { invalid } from '../errors.ts'
import { hasTooManyPixels, imagePixels } from '../image-pixels.ts'
import { sanitiseRichText } from './sanitise.ts'

/**
 * Sanitises the rich text of a field for storage. The result must not be empty, and is measured again: a bare
 * `<` becomes four characters.
 */
export function savedRichText(field: string, html: string, required: string): string {
  const cleaned = sanitiseRichText(html)
  if (isBlankHtml(cleaned)) throw invalid(field, required)
  if (isMarkupTooLong(cleaned)) throw invalid(field, MARKUP_TOO_LONG)
  refuseHugePictures(cleaned, field)
  return cleaned
}

const DATA_PICTURE = /\ssrc="data:image\/[a-z]+;base64,([^"]*)"/gi

/**
 * Refuses sanitised rich text with a decompression bomb among its pictures: a few bytes can expand to
 * gigabytes of pixels. The size limit in bytes is checked by the contract.
 */
function refuseHugePictures(html: string, field: string): void {
  for (const [, data = ''] of html.matchAll(DATA_PICTURE)) {
    // Browsers sniff the bytes, whatever the declared type.
    const pixels = imagePixels(Buffer.from(data, 'base64'))
    if (!pixels) throw invalid(field, IMAGE_UNREADABLE)
    if (hasTooManyPixels(pixels)) throw invalid(field, IMAGE_TOO_MANY_PIXELS)
  }
}
