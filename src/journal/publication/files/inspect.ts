import { fileTypeFromBuffer } from 'file-type'
import {
  FILE_TYPE_REFUSED,
  FULL_TEXT_TYPES,
  IMAGE_TOO_MANY_PIXELS,
  IMAGE_UNREADABLE,
  typeOfName,
} from '../../../contract/rules/files/file-rules.ts'
import { DomainError } from '../../../platform/errors.ts'
import { hasTooManyPixels, imagePixels } from '../../../platform/image-pixels.ts'
import { isArticleXml } from './article-xml.ts'
import { isPlainText } from './plain-text.ts'
import { inspectArchive } from '../../documents/word/zip.ts'

const refused = (sentence = FILE_TYPE_REFUSED) =>
  new DomainError('unsupported_type', sentence, { errors: { file: sentence } })

/** The old Office formats share one container format; only the extension tells them apart. */
const COMPOUND = new Set(['application/msword', 'application/vnd.ms-powerpoint', 'application/vnd.ms-excel'])
const OPEN_XML = /^application\/vnd\.openxmlformats-officedocument\./
const TEXT = /^text\//
const IMAGE = /^image\//

/**
 * The media type of a file whose name and content agree on an accepted one; refuses any other. Office
 * archives are examined and pictures measured first.
 */
export async function inspectFile(name: string, content: Buffer, sender = { isEditor: false }): Promise<string> {
  const claimed = typeOfName(name, sender)
  if (claimed === undefined || content.length === 0) throw refused()
  if (TEXT.test(claimed)) {
    if (!isPlainText(content)) throw refused()
    return claimed
  }
  if (claimed === FULL_TEXT_TYPES.xml) {
    if (!isArticleXml(content)) throw refused()
    return claimed
  }
  if (claimed === 'application/pdf') {
    if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw refused()
    return claimed
  }
  const found = (await fileTypeFromBuffer(content))?.mime
  if (COMPOUND.has(claimed)) {
    if (found !== 'application/x-cfb') throw refused()
    return claimed
  }
  if (OPEN_XML.test(claimed)) {
    if (found !== claimed && found !== 'application/zip') throw refused()
    await inspectArchive(content, claimed)
    return claimed
  }
  // An animated PNG is displayed as a PNG and treated as one.
  if (found !== claimed && !(found === 'image/apng' && claimed === 'image/png')) throw refused()
  if (IMAGE.test(claimed)) measure(content)
  return claimed
}

function measure(content: Buffer): void {
  const pixels = imagePixels(content)
  if (!pixels) throw refused(IMAGE_UNREADABLE)
  if (hasTooManyPixels(pixels)) {
    throw new DomainError('too_large', IMAGE_TOO_MANY_PIXELS, { errors: { file: IMAGE_TOO_MANY_PIXELS } })
  }
}
