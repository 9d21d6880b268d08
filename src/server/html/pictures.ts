import { IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE } from '../../contract/domain/file-rules.ts'
import { hasTooManyPixels, imagePixels } from '../image-pixels.ts'
import { invalid } from '../domain-error.ts'

const DATA_PICTURE = /\ssrc="data:image\/[a-z]+;base64,([^"]*)"/gi

/**
 * Refuses sanitised rich text with a picture in it that would be too much to unpack for those who read
 * it: a few bytes can stand for gigabytes of pixels. The rules' size in bytes is the contract's to check.
 */
export function refuseHugePictures(html: string, field: string): void {
  for (const [, data = ''] of html.matchAll(DATA_PICTURE)) {
    // Browsers take a picture for what its bytes say, whatever type stands before them.
    const pixels = imagePixels(Buffer.from(data, 'base64'))
    if (!pixels) throw invalid(field, IMAGE_UNREADABLE)
    if (hasTooManyPixels(pixels)) throw invalid(field, IMAGE_TOO_MANY_PIXELS)
  }
}
