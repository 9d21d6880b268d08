import { IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE } from '../../contract/rules/files/file-rules.ts'
import { hasTooManyPixels, imagePixels } from '../image-pixels.ts'
import { invalid } from '../errors.ts'

const DATA_PICTURE = /\ssrc="data:image\/[a-z]+;base64,([^"]*)"/gi

/**
 * Refuses sanitised rich text with a decompression bomb among its pictures: a few bytes can expand to
 * gigabytes of pixels. The size limit in bytes is checked by the contract.
 */
export function refuseHugePictures(html: string, field: string): void {
  for (const [, data = ''] of html.matchAll(DATA_PICTURE)) {
    // Browsers sniff the bytes, whatever the declared type.
    const pixels = imagePixels(Buffer.from(data, 'base64'))
    if (!pixels) throw invalid(field, IMAGE_UNREADABLE)
    if (hasTooManyPixels(pixels)) throw invalid(field, IMAGE_TOO_MANY_PIXELS)
  }
}
