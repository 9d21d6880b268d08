import { fromBuffer, type Entry } from 'yauzl'
import { FILE_TYPE_REFUSED } from '../../../contract/rules/files/file-rules.ts'
import { DomainError } from '../../../platform/errors.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
/** Office files rarely exceed 50 to 1; a bomb has thousands. Checked only for large files. */
const MAX_RATIO = 200
const RATIO_FROM_BYTES = 5 * 1024 * 1024
const UNIX_LINK = 0o120000

/** The entry that identifies the kind of document. */
const MAIN_PARTS: Record<string, string> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/document.xml',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/presentation.xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/workbook.xml',
}

/**
 * Checks an Office archive's list of entries without unpacking it: their number, size, compression ratio and
 * paths, links, macros, and whether it is the document it claims to be.
 */
export function inspectArchive(content: Buffer, mediaType: string): Promise<void> {
  const refused = () => new DomainError('unsupported_type', FILE_TYPE_REFUSED, { errors: { file: FILE_TYPE_REFUSED } })
  return new Promise((resolve, reject) => {
    fromBuffer(content, { lazyEntries: true, strictFileNames: true }, (error, archive) => {
      if (error || !archive) return reject(refused())
      let unpacked = 0
      let hasMainPart = false
      archive.on('error', () => reject(refused()))
      archive.on('entry', (entry: Entry) => {
        unpacked += entry.uncompressedSize
        const mode = entry.externalFileAttributes >>> 16
        const harmful =
          archive.entryCount > MAX_ENTRIES ||
          unpacked > MAX_UNPACKED_BYTES ||
          (unpacked > RATIO_FROM_BYTES && unpacked / content.length > MAX_RATIO) ||
          (mode & UNIX_LINK) === UNIX_LINK ||
          /(^|\/)vbaProject\.bin$/i.test(entry.fileName)
        if (harmful) {
          archive.close()
          return reject(refused())
        }
        if (entry.fileName === MAIN_PARTS[mediaType]) hasMainPart = true
        archive.readEntry()
      })
      archive.on('end', () => (hasMainPart ? resolve() : reject(refused())))
      archive.readEntry()
    })
  })
}
