import { fileTypeFromBuffer } from 'file-type'
import { FILE_TYPE_REFUSED, typeOfName } from '../../contract/file-rules.ts'
import { Refusal } from '../refusal.ts'
import { inspectArchive } from './inspect-archive.ts'
import { isPlainText } from './plain-text.ts'

const REFUSED = () => new Refusal('type not allowed', FILE_TYPE_REFUSED, { errors: { file: FILE_TYPE_REFUSED } })

/** The old Office formats are all one container; only the extension tells them apart. */
const COMPOUND = new Set(['application/msword', 'application/vnd.ms-powerpoint', 'application/vnd.ms-excel'])
const OPEN_XML = /^application\/vnd\.openxmlformats-officedocument\./
const TEXT = /^text\//

/**
 * The media type of a file whose name and content agree on one that is taken; refuses any other
 * (safety, 'Files'). Office archives are looked through before they are believed.
 */
export async function inspectFile(name: string, content: Buffer): Promise<string> {
  const claimed = typeOfName(name)
  if (claimed === undefined || content.length === 0) throw REFUSED()
  if (TEXT.test(claimed)) {
    if (!isPlainText(content)) throw REFUSED()
    return claimed
  }
  if (claimed === 'application/pdf') {
    if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw REFUSED()
    return claimed
  }
  const found = (await fileTypeFromBuffer(content))?.mime
  if (COMPOUND.has(claimed)) {
    if (found !== 'application/x-cfb') throw REFUSED()
    return claimed
  }
  if (OPEN_XML.test(claimed)) {
    if (found !== claimed && found !== 'application/zip') throw REFUSED()
    await inspectArchive(content, claimed)
    return claimed
  }
  if (found !== claimed) throw REFUSED()
  return claimed
}
