import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { CUT_SHORT, DUMP_LIMITS, dumpRefused } from '../limits.ts'

const CHUNK = 1024 * 1024
/** Enough to know every kind: a tar file names itself at its byte 257. */
const HEAD = 300

type Packing = 'none' | 'gzip' | 'zstd' | 'zip'

/** The bytes with which files of a kind begin, and what to do with those that are not read. */
const KINDS: { begins: string; at?: number; packing?: Packing; sentence?: string }[] = [
  { begins: '\u001f\u008b', packing: 'gzip' },
  { begins: '\u0028\u00b5\u002f\u00fd', packing: 'zstd' },
  { begins: 'PK\u0003\u0004', packing: 'zip' },
  { begins: '\u00fd7zXZ\0', sentence: 'The dump is packed with xz. Please unpack it first: xz -d FILE' },
  { begins: 'BZh', sentence: 'The dump is packed with bzip2. Please unpack it first: bzip2 -d FILE' },
  { begins: '7z\u00bc\u00af', sentence: 'The dump is a 7z file. Please unpack it first.' },
  { begins: 'Rar!', sentence: 'The dump is a RAR file. Please unpack it first.' },
  {
    begins: 'PGDMP',
    sentence: 'The dump is in PostgreSQL’s custom format. Please make it SQL first: pg_restore -f dump.sql FILE',
  },
  { begins: 'ustar', at: 257, sentence: 'The file is a tar archive. Please unpack it, and give the .sql file in it.' },
  { begins: '\u00ff\u00fe', sentence: utf16() },
  { begins: '\u00fe\u00ff', sentence: utf16() },
  { begins: '<?xml', sentence: 'The file is XML. Please give a dump of the database, made with mysqldump or pg_dump.' },
  { begins: 'SQLite format 3', sentence: 'The file is a database of SQLite, which OJS does not use.' },
]

function utf16(): string {
  return 'The dump is in UTF-16, as PowerShell writes what is redirected with >. Please export it with the option --result-file=dump.sql.'
}

function kindOf(head: Buffer): (typeof KINDS)[number] | undefined {
  return KINDS.find(({ begins, at = 0 }) => head.toString('latin1', at, at + begins.length) === begins)
}

export interface OpenDump {
  /** Of the file as it was given. */
  sha256(): string
  chunks: AsyncIterable<Buffer>
}

/** Opens a dump in .sql, .gz, .zst or .zip by its content; refuses what is none with a sentence. */
export async function openDump(file: string, progress: (done: number, total: number) => void): Promise<OpenDump> {
  const { size } = await stat(file)
  const head = await headOf(file)
  const kind = kindOf(head)
  if (kind?.sentence) throw dumpRefused(kind.sentence)
  if (size === 0) throw dumpRefused('The dump is empty.')
  const packing = kind?.packing ?? 'none'
  const hash = createHash('sha256')
  const raw = () => hashed(createReadStream(file, { highWaterMark: CHUNK }), hash, (done) => progress(done, size))
  const source = packing === 'zip' ? zipped(file, raw) : packing === 'none' ? raw() : unpacked(raw(), packing)
  return { chunks: checked(source, packing !== 'none'), sha256: () => hash.digest('hex') }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD), length: HEAD, position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function* hashed(source: Readable, hash: Hash, progress: (done: number) => void): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk)
    done += chunk.length
    progress(done)
    yield chunk
  }
}

async function* unpacked(source: AsyncIterable<Buffer>, packing: 'gzip' | 'zstd'): AsyncGenerator<Buffer> {
  const { Readable } = await import('node:stream')
  const from = Readable.from(source, { objectMode: false })
  const to = packing === 'gzip' ? createGunzip({ chunkSize: CHUNK }) : createZstdDecompress({ chunkSize: CHUNK })
  from.on('error', (error) => to.destroy(error))
  try {
    for await (const chunk of from.pipe(to) as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw dumpRefused(`${CUT_SHORT}: its packed file ends early. Please copy it again.`)
    if (/^(Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw dumpRefused('The dump cannot be unpacked: its file is damaged.')
    throw error
  } finally {
    from.destroy()
    to.destroy()
  }
}

/** The one .sql file of a ZIP. Its list of entries is at its end, so the file is read twice: once for its digest. */
async function* zipped(file: string, raw: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of raw()) void chunk
  let zip: ZipFile
  try {
    zip = await openPromise(file, { lazyEntries: true, strictFileNames: true, autoClose: false })
  } catch {
    throw dumpRefused('The ZIP file of the dump is damaged or cut short. Please copy it again.')
  }
  let stream: Readable | undefined
  try {
    stream = await zip.openReadStreamPromise(await theDumpIn(zip))
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException
    if (name === 'DomainError' || /^E[A-Z]+$/.test(code)) throw error
    throw dumpRefused('The ZIP file of the dump cannot be unpacked: it is damaged, or it has a password.')
  } finally {
    stream?.destroy()
    zip.close()
  }
}

async function theDumpIn(zip: ZipFile): Promise<Entry> {
  const found: Entry[] = []
  if (zip.entryCount > DUMP_LIMITS.zipEntries)
    throw dumpRefused('The ZIP file has too many files. Please give one that holds the dump alone.')
  for await (const entry of zip.eachEntry()) {
    const isOurs = /\.sql$/i.test(entry.fileName) && !entry.fileName.startsWith('__MACOSX/')
    if (isOurs) found.push(entry)
  }
  if (found.length !== 1)
    throw dumpRefused(
      `The ZIP file has ${found.length === 0 ? 'no' : 'more than one'} file that ends in .sql. Please give one with the dump alone.`,
    )
  return found[0]!
}

/** Without UTF-8’s mark at the beginning, up to the limit. What was unpacked is looked at again. */
async function* checked(source: AsyncIterable<Buffer>, wasPacked: boolean): AsyncGenerator<Buffer> {
  let total = 0
  let held: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of source) {
    total += chunk.length
    if (total > DUMP_LIMITS.unpackedBytes)
      throw dumpRefused(`The dump has more than ${DUMP_LIMITS.unpackedBytes / 1024 ** 3} GB once it is unpacked.`)
    if (!isFirst) yield chunk
    else {
      held = held.length ? Buffer.concat([held, chunk]) : chunk
      if (held.length < HEAD) continue
      isFirst = false
      yield begun(held, wasPacked)
    }
  }
  if (isFirst) yield begun(held, wasPacked)
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

function begun(head: Buffer, wasPacked: boolean): Buffer {
  const kind = wasPacked ? kindOf(head) : undefined
  if (kind)
    throw dumpRefused(kind.sentence ?? 'The dump is packed twice. Please unpack it once, and give what is in it.')
  return head.toString('latin1', 0, 3) === BYTE_ORDER_MARK ? head.subarray(3) : head
}
