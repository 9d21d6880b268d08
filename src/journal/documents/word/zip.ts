import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { zipSync, type Zippable } from 'fflate'
import { inspectArchive } from './inspect-archive.ts'
import { HELD_BACK, HeldBack } from '../redaction/withheld.ts'

/** An Office document unpacked; larger ones would not fit into the memory of the process that reads them. */
const MOST_UNPACKED_BYTES = 120 * 1024 * 1024

/** Each file of an archive by its path. Paths differ by more than their case. */
export type ZipParts = Map<string, Buffer>

/** Unpacks an Office document whose list of entries has been found harmless. */
export async function unzip(content: Buffer, mediaType: string): Promise<ZipParts> {
  await inspectArchive(content, mediaType)
  const parts: ZipParts = new Map()
  const seen = new Set<string>()
  let room = MOST_UNPACKED_BYTES
  const archive = await opened(content)
  for await (const entry of entriesOf(archive)) {
    if (entry.fileName.endsWith('/')) continue
    const key = entry.fileName.toLowerCase()
    if (seen.has(key)) throw new HeldBack(HELD_BACK.unreadable)
    seen.add(key)
    const part = await unpacked(archive, entry)
    room -= part.length
    if (room < 0) throw new HeldBack(HELD_BACK.limits)
    parts.set(entry.fileName, part)
  }
  return parts
}

const opened = (content: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(content, { lazyEntries: true, strictFileNames: true }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    ),
  )

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (found: Entry | null) => {
        for (const event of ['entry', 'end', 'error']) archive.removeAllListeners(event)
        resolve(found)
      }
      archive.once('entry', settle)
      archive.once('end', () => settle(null))
      archive.once('error', reject)
      archive.readEntry()
    })
    if (!entry) return
    yield entry
  }
}

/** The library ends an entry that unpacks to more than it declares. */
const unpacked = (archive: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    archive.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('error', reject)
      stream.on('end', () => resolve(Buffer.concat(pieces)))
    }),
  )

/** The earliest time that an archive can name: when the reviewer saved the file is nobody's business. */
const NO_TIME = '1980-01-01T00:00:00'

/** Packs the parts in the order given, without comments, times or other attributes. */
export function zip(parts: Iterable<[path: string, content: Uint8Array]>): Uint8Array {
  const entries: Zippable = {}
  for (const [path, content] of parts) entries[path] = [content, { mtime: NO_TIME, os: 0 }]
  return zipSync(entries)
}
