import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Entry as ZipEntry, openPromise, type ZipFile } from 'yauzl'
import { BadBackup, type Entry, MANIFEST, type Manifest, type Progress, QUIET, readManifest } from './manifest.ts'

/** The only entry that is read into memory. Larger ones are of more files than a journal has. */
const MANIFEST_MAX = 256 * 1024 * 1024

/** A backup whose list of contents has been read; its contents have not been verified. */
export interface OpenBackup {
  manifest: Manifest
  /** Of the manifest, and so of everything that it lists. */
  sha256: string
  /** The bytes of an entry; fails at their end if they are not those that were written. */
  read(entry: Entry): AsyncGenerator<Uint8Array>
  close(): void
}

export async function openBackup(file: string): Promise<OpenBackup> {
  const zip = await opened(file)
  try {
    const entries = await entriesOf(zip)
    const listed = entries.get(MANIFEST)
    if (!listed) throw new BadBackup('it has no list of contents')
    if (listed.uncompressedSize > MANIFEST_MAX) throw new BadBackup('its list of contents is too long')
    const text = Buffer.concat(await Array.fromAsync(unpacked(zip, listed)))
    const manifest = readManifest(text.toString('utf8'))
    agree(manifest, entries)
    return {
      manifest,
      sha256: createHash('sha256').update(text).digest('hex'),
      read: (entry) => verified(zip, entries.get(entry.path)!, entry),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function opened(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, strictFileNames: true, autoClose: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${file}.`)
    if (code === 'EACCES' || code === 'EISDIR') throw new Error(`The file ${file} cannot be read.`)
    throw new BadBackup('it is no backup of a journal, or only a part of one')
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new BadBackup(`it has two entries ${entry.fileName}`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof BadBackup ? error : new BadBackup('its entries cannot be read')
  }
  return entries
}

/** The list names each entry once with its size, and there are no others. */
function agree(manifest: Manifest, entries: Map<string, ZipEntry>): void {
  const listed = new Set(manifest.entries.map(({ path }) => path))
  if (listed.size !== manifest.entries.length) throw new BadBackup('its list of contents names something twice')
  for (const { path, bytes } of manifest.entries) {
    const entry = entries.get(path)
    if (!entry) throw new BadBackup(`${path} is not in it`)
    if (entry.uncompressedSize !== bytes) throw new BadBackup(`${path} has another size than was written`)
  }
  for (const path of entries.keys()) {
    if (path !== MANIFEST && !listed.has(path)) throw new BadBackup(`it has something that is not in its list: ${path}`)
  }
}

/** The library ends an entry that unpacks to more than it declares. */
async function* unpacked(zip: ZipFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let stream: Readable | undefined
  try {
    stream = await zip.openReadStreamPromise(entry)
    for await (const part of stream) yield part as Uint8Array
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw /^E[A-Z]+$/.test(code) ? error : new BadBackup(`${entry.fileName} cannot be unpacked`)
  } finally {
    stream?.destroy()
  }
}

async function* verified(zip: ZipFile, entry: ZipEntry, { path, sha256 }: Entry): AsyncGenerator<Uint8Array> {
  const found = createHash('sha256')
  for await (const part of unpacked(zip, entry)) {
    found.update(part)
    yield part
  }
  if (found.digest('hex') !== sha256) throw new BadBackup(`${path} is not what was written (its SHA-256 differs)`)
}

/** Reads everything in a backup once, before anything of it is used. */
export async function verifyBackup(backup: OpenBackup, progress: Progress = QUIET): Promise<void> {
  const total = bytesIn(backup.manifest)
  let done = 0
  for (const entry of backup.manifest.entries) {
    for await (const part of backup.read(entry)) {
      done += part.length
      progress('Reading the backup', done, total)
    }
  }
}

export const bytesIn = ({ entries }: Manifest, under = ''): number =>
  entries.filter(({ path }) => path.startsWith(under)).reduce((sum, { bytes }) => sum + bytes, 0)
