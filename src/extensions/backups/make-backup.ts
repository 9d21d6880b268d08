import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { DAY_MS } from '../../contract/rules/text/dates.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { connect, type Db, type Where } from '../../platform/database/connect.ts'
import { ENDLESS } from '../../platform/database/postgres.ts'
import { StorageUnavailable } from '../../platform/storage/store.ts'
import { syncFolder } from '../../platform/storage/private.ts'
import type { FileStore, StoredFile } from '../../platform/storage/store.ts'
import {
  type Entry,
  type FileFault,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Progress,
  QUIET,
  readManifest,
} from './manifest.ts'
import { encrypted } from './encryption.ts'
import { isPromised, loadLines, type Promised, storedInRows, withSnapshot } from './rows.ts'
import { hasTable, loadTables } from './tables.ts'

/** A journal as it runs. */
export interface Source {
  where: Where
  store: FileStore
  dataDir: string
  /** Where the program is: its configuration and texts are backed up. */
  programFolder: string
  /** The first one encrypts; without any the backup is not encrypted. */
  keys?: readonly string[]
}

export interface Backup extends Written {
  manifest: Manifest
}

export const SECRETS = ['token-secret', 'address-secret']
/** What compresses well; PDFs and pictures are compressed already. */
const COMPRESSIBLE = /^text\/|xml|json|svg/

/**
 * Backs a running journal up into one new file: its rows as they were at one moment, then the files that these rows
 * promise. The file gets its name when all of it is on the disk. What is missing is noted in the manifest.
 */
export async function makeBackup(source: Source, file: string, progress = QUIET): Promise<Backup> {
  if (existsSync(file)) throw new Error(`${file} exists already. Nothing is overwritten: choose another name.`)
  if (!existsSync(dirname(file))) throw new Error(`The folder ${dirname(file)} does not exist.`)
  if ('file' in source.where && !existsSync(source.where.file)) {
    throw new Error(`There is no journal in ${source.dataDir}: ${source.where.file} is missing. Is DATA_DIR right?`)
  }
  await sweepAbandoned(dirname(file))
  const unfinished = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.journal-part`)
  const zip = await openZipWriter(unfinished, source.keys?.[0])
  try {
    const manifest = await fill(zip, source, progress)
    const content = Buffer.from(JSON.stringify(manifest, null, 1))
    // One that could not be read again is found now.
    readManifest(content.toString())
    await zip.add(MANIFEST, parts(content), true)
    const written = await zip.end()
    await nameFinally(unfinished, file)
    return { manifest, ...written }
  } catch (error) {
    await zip.abandon().catch(() => {})
    await rm(unfinished, { force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error(`There is no room left for the backup in ${dirname(file)}. Free up space, or choose another disk.`)
      : error
  }
}

async function fill(zip: ZipWriter, source: Source, progress: Progress): Promise<Manifest> {
  const startedAt = new Date().toISOString()
  const entries: Entry[] = []
  const add = async (path: string, content: AsyncIterable<Uint8Array>, compress = true) => {
    const written = await zip.add(path, content, compress)
    entries.push({ path, ...written })
    return written
  }
  const database = connect(source.where, ENDLESS)
  try {
    const { promised, migrations } = await withSnapshot(database, async (connection) => {
      const migrations = await loadMigrations(connection)
      const tables = await loadTables(connection)
      for (const [at, table] of tables.entries()) {
        progress('Tables', at, tables.length)
        let rows = 0
        await add(
          `tables/${table.name}.jsonl`,
          loadLines(connection, table, (more) => (rows += more)),
        )
        entries.at(-1)!.rows = rows
      }
      progress('Tables', tables.length, tables.length)
      return { migrations, promised: await storedInRows(connection) }
    })
    const faults = await addFiles(source, database.db, promised, add, progress)
    for (const name of SECRETS.filter((name) => existsSync(join(source.dataDir, name)))) {
      await add(`secrets/${name}`, parts(await readFile(join(source.dataDir, name))))
    }
    for (const path of await settingsIn(source.programFolder)) {
      await add(`settings/${path}`, parts(await readFile(join(source.programFolder, path))))
    }
    const { engine } = database
    return { format: FORMAT, program: packageJson.version, engine, migrations, startedAt, entries, faults }
  } finally {
    await database.close()
  }
}

async function loadMigrations(connection: Db): Promise<string[]> {
  if (!(await hasTable(connection, 'migrations')))
    throw new Error('The database holds no journal. Is DATABASE_URL right?')
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection)
  return rows.map(({ name }) => name).sort()
}

async function addFiles(
  { store }: Source,
  db: Db,
  promised: Map<string, Promised>,
  add: (path: string, content: AsyncIterable<Uint8Array>, compress: boolean) => Promise<Written>,
  progress: Progress,
): Promise<FileFault[]> {
  const faults: FileFault[] = []
  const fault = ({ id, table, name }: Promised, what: FileFault['what']) => faults.push({ id, table, name, what })
  let done = 0
  let total = 0
  for (const { bytes } of promised.values()) total += bytes
  for (const file of promised.values()) {
    progress('Files', done, total)
    done += file.bytes
    const stored = await opened(store, file.id)
    if (stored === null) fault(file, (await isPromised(db, file)) ? 'missing' : 'removed')
    else if (stored instanceof Error) fault(file, 'unreadable')
    else {
      let failed = false
      const content = readable(stored, () => (failed = true))
      const compress = COMPRESSIBLE.test(file.mediaType ?? '')
      const written = await add(`files/${file.id}`, content, compress)
      if (failed) fault(file, 'unreadable')
      else if (written.bytes !== file.bytes || written.sha256 !== file.sha256) fault(file, 'altered')
    }
  }
  progress('Files', total, total)
  return faults
}

/** One that cannot be opened is the only one; a store that is away is the end of the backup. */
async function opened(store: FileStore, id: string): Promise<StoredFile | Error | null> {
  try {
    return await store.open(id)
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error
    return error as Error
  }
}

/** Its bytes as far as they can be read: a bad sector in one file loses no other. */
async function* readable(stored: StoredFile, failed: () => void): AsyncGenerator<Uint8Array> {
  if (stored.bytes === 0) return stored.close()
  try {
    for await (const part of stored.read()) yield part as Uint8Array
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error
    failed()
  }
}

/** The journal's configuration and texts, by their paths in the program's folder. */
export async function settingsIn(programFolder: string): Promise<string[]> {
  const found = await readdir(join(programFolder, 'content'), { recursive: true, withFileTypes: true }).catch(() => [])
  const texts = found
    .filter((entry) => entry.isFile() && /^[\w-][\w.-]*$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(programFolder.length + 1)
        .replaceAll('\\', '/'),
    )
  return [...(existsSync(join(programFolder, 'journal.config.ts')) ? ['journal.config.ts'] : []), ...texts.sort()]
}

/** In which a backup is restored for a test, beside it. */
export const TEST_FOLDER = '.journal-test-'
/** What nobody has written to for so long was left by a process that died: a test of a large journal takes hours. */
const ABANDONED_MS = DAY_MS

/**
 * Removes what a process that was killed has left: unfinished backups, and folders in which one was tested. Only by names
 * that nothing but the journal gives, because it may be anyone's folder.
 */
async function sweepAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (
      !/^\.(?:.+\.[0-9a-f]{8}\.journal-part|journal-test-\w{6}|journal-.+\.[0-9a-f]{8}\.part|test-journal-.+)$/.test(
        name,
      )
    )
      continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Gives a whole file its name, unless someone else has taken it meanwhile. */
export async function nameFinally(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file)
    await rm(unfinished)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Error(`${file} exists already. Nothing is overwritten: choose another name.`)
    // Some disks know no second names for a file.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(code)) throw error
    if (existsSync(file)) throw new Error(`${file} exists already. Nothing is overwritten: choose another name.`)
    await rename(unfinished, file)
  }
  await syncFolder(dirname(file))
}

async function* parts(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

/** What was written for an entry, or of the whole file. */
interface Written {
  bytes: number
  sha256: string
}

/** A ZIP on its way to a new file that only this user can read. */
interface ZipWriter {
  add(path: string, content: AsyncIterable<Uint8Array>, compress: boolean): Promise<Written>
  /** Ends the file; its bytes have reached the disk then. */
  end(): Promise<Written>
  /** Closes the file as it is. */
  abandon(): Promise<void>
}

async function openZipWriter(file: string, key: string | undefined): Promise<ZipWriter> {
  const { ZipFile } = await import('yazl')
  const handle = await open(file, 'wx', 0o600)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const whole = counting()
  const write = async () => {
    // So that what is not encrypted never comes to the disk.
    const content = key === undefined ? output : await encrypted(output, key)
    for await (const part of whole.through(content)) await handle.writeFile(part)
  }
  const written = write()
  // Reported by `add` and `end`.
  written.catch(() => {})
  const close = async () => {
    output.destroy()
    await written.catch(() => {})
    await handle.close()
  }
  return {
    async add(path, content, compress) {
      const entry = counting()
      const source = Readable.from(entry.through(content), { objectMode: false })
      const read = new Promise<void>((resolve, reject) => source.once('end', resolve).once('error', reject))
      zip.addReadStream(source, path, { compress, mode: 0o100600 })
      try {
        // A full disk ends the writing, and then nobody reads the source to its end.
        await Promise.race([read, written.then(() => read)])
      } finally {
        source.destroy()
      }
      return entry.result()
    },
    async end() {
      zip.end()
      await written
      await handle.sync()
      await handle.close()
      return whole.result()
    },
    abandon: close,
  }
}

function counting() {
  const sha256 = createHash('sha256')
  let bytes = 0
  return {
    async *through(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const part of content) {
        if (!part.length) continue
        sha256.update(part)
        bytes += part.length
        yield part
      }
    },
    result: (): Written => ({ bytes, sha256: sha256.digest('hex') }),
  }
}
