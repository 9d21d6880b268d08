import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { FILE_TYPE_REFUSED } from '../../../contract/rules/files/file-rules.ts'
import { DomainError } from '../../../platform/errors.ts'
import { WITHHELD, Withheld } from '../redaction/withheld.ts'

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
export async function inspectArchive(content: Buffer, mediaType: string): Promise<void> {
  await inspected(content, mediaType)
}

async function inspected(content: Buffer, mediaType: string): Promise<{ archive: ZipFile; entries: Entry[] }> {
  const refused = () => new DomainError('unsupported_type', FILE_TYPE_REFUSED, { errors: { file: FILE_TYPE_REFUSED } })
  try {
    const archive = await fromBufferPromise(content, { lazyEntries: true, strictFileNames: true })
    if (archive.entryCount > MAX_ENTRIES) throw refused()
    const entries: Entry[] = []
    let unpacked = 0
    for await (const entry of archive.eachEntry()) {
      unpacked += entry.uncompressedSize
      const mode = entry.externalFileAttributes >>> 16
      const isHarmful =
        unpacked > MAX_UNPACKED_BYTES ||
        (unpacked > RATIO_FROM_BYTES && unpacked / content.length > MAX_RATIO) ||
        (mode & UNIX_LINK) === UNIX_LINK ||
        /(^|\/)vbaProject\.bin$/i.test(entry.fileName)
      if (isHarmful) throw refused()
      entries.push(entry)
    }
    if (!entries.some(({ fileName }) => fileName === MAIN_PARTS[mediaType])) throw refused()
    return { archive, entries }
  } catch {
    // Whatever the library says of a damaged archive, its sender gets the same answer.
    throw refused()
  }
}

/** An Office document unpacked; larger ones would not fit into the memory of the process that reads them. */
const MOST_UNPACKED_BYTES = 120 * 1024 * 1024

/** Each file of an archive by its path. Paths differ by more than their case. */
export type ZipParts = Map<string, Buffer>

/** Unpacks an Office document whose list of entries has been found harmless. */
export async function unzip(content: Buffer, mediaType: string): Promise<ZipParts> {
  const { archive, entries } = await inspected(content, mediaType)
  const parts: ZipParts = new Map()
  const seen = new Set<string>()
  let room = MOST_UNPACKED_BYTES
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const key = entry.fileName.toLowerCase()
    if (seen.has(key)) throw new Withheld(WITHHELD.unreadable)
    seen.add(key)
    // The library ends an entry that unpacks to more than it declares.
    const part = await buffer(await archive.openReadStreamPromise(entry))
    room -= part.length
    if (room < 0) throw new Withheld(WITHHELD.limits)
    parts.set(entry.fileName, part)
  }
  return parts
}

/** The earliest time that an archive can name: when the reviewer saved the file is nobody's business. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** Packs the parts in the order given, without comments, times or other attributes. */
export function zip(parts: Iterable<[path: string, content: Buffer]>): Promise<Buffer> {
  const archive = new NewZip()
  for (const [path, content] of parts) archive.addBuffer(content, path, NO_TIME)
  archive.end()
  return buffer(archive.outputStream)
}
