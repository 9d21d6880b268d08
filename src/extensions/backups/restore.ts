import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Database, type Db, type Where } from '../../platform/database/connect.ts'
import { databaseFailure } from '../../platform/database/failures.ts'
import { migrate, migrateWithin } from '../../platform/database/migrate.ts'
import { ENDLESS } from '../../platform/database/postgres.ts'
import { privateFolder, syncFolder } from '../../platform/storage/private.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { sweepIncoming } from '../../platform/storage/sweep.ts'
import { decryptTo, isEncrypted } from './encryption.ts'
import { loadRows } from './load-rows.ts'
import { nameFinally, SECRETS } from './make-backup.ts'
import { BadBackup, type Entry, type FileFault, type Manifest, type Progress, QUIET } from './manifest.ts'
import { bytesIn, openBackup, type OpenBackup, verifyBackup } from './open-backup.ts'
import { linesIn } from './rows.ts'
import { hasTable } from './tables.ts'
import { aloneIn, beginRestoring, backupBeingRestored, endRestoring, NOTHING } from './unfinished-restore.ts'

/** Where a backup is restored: empty, or with a part of the same backup from an earlier attempt. */
export interface Target {
  where: Where
  /** Made when the folder is known to be empty. */
  openStore: () => FileStore
  dataDir: string
  programFolder: string
  /** For a backup that is encrypted. */
  keys?: readonly string[]
}

export interface Restored {
  manifest: Manifest
  rows: number
  files: number
  /** Files that the backup itself did not have. */
  faults: FileFault[]
  /** Where configuration and texts are that differ from the program's; null: none do. */
  settings: { folder: string; paths: string[] } | null
}

/** Where the backup's configuration and texts are put if they differ from the program's. */
export const SETTINGS_FOLDER = 'settings-from-backup'
/** An encrypted backup while it is being restored: its parts are not read in their order. */
const DECRYPTED = 'decrypted-backup.part'

/**
 * Restores a backup. Everything is verified, and the place looked at, before anything is written. Then come the files, the secrets and, last and
 * whole, the rows. `finish` does what else the journal needs before it is served. If this is killed at any point, the
 * same call goes on.
 */
export async function restoreBackup(
  file: string,
  target: Target,
  progress: Progress = QUIET,
  finish: (database: Database) => Promise<void> = async () => {},
): Promise<Restored> {
  const { dataDir, keys = [] } = target
  const known = (await isEncrypted(file, keys)) ? null : await openBackup(file)
  try {
    privateFolder(dataDir)
    return await aloneIn(dataDir, async () => {
      const again = backupBeingRestored(dataDir)
      if (again === null) await refuseUnlessEmpty(target)
      if (known) return restore(known, target, again, progress, finish)
      const plain = join(dataDir, DECRYPTED)
      try {
        const backup = await decryptedBackup(file, plain, target, again, progress)
        return await restore(backup, target, again, progress, finish).finally(() => backup.close())
      } finally {
        await rm(plain, { force: true })
      }
    })
  } catch (error) {
    throw roomFailure(error, target) ?? error
  } finally {
    known?.close()
  }
}

async function decryptedBackup(
  file: string,
  plain: string,
  { dataDir, keys = [] }: Target,
  again: string | null,
  progress: Progress,
): Promise<OpenBackup> {
  if (again === null) await beginRestoring(dataDir, NOTHING)
  try {
    await decryptTo(plain, file, keys, progress)
    return await openBackup(plain)
  } catch (error) {
    if (again === null) await endRestoring(dataDir)
    throw error
  }
}

async function restore(
  backup: OpenBackup,
  target: Target,
  again: string | null,
  progress: Progress,
  finish: (database: Database) => Promise<void>,
): Promise<Restored> {
  if (again !== null && again !== backup.sha256 && again !== NOTHING) {
    throw new Error(
      `The restoring of another backup into ${target.dataDir} was interrupted. Run it again with that backup, or empty the folder and the database. Nothing was changed.`,
    )
  }
  // Before the backup is read: a start meanwhile, or after this was killed, would make an empty journal here.
  await beginRestoring(target.dataDir, backup.sha256)
  const store = target.openStore()
  try {
    await verifyBackup(backup, progress)
    await refuseWithoutRoom(store, backup)
  } catch (error) {
    if (again === null) await endRestoring(target.dataDir)
    throw error
  }
  const hasRows = again !== null && (await isRestored(target, backup))
  const { files, settings } = await write(backup, target, store, hasRows, progress).catch((error: unknown) => {
    throw error instanceof BadBackup ? error.afterWriting(target.dataDir) : error
  })
  const database = connect(target.where, ENDLESS)
  try {
    await finish(database)
  } finally {
    await database.close()
  }
  await endRestoring(target.dataDir)
  const { manifest } = backup
  const rows = manifest.entries.reduce((sum, entry) => sum + (entry.rows ?? 0), 0)
  return { manifest, rows, files, faults: manifest.faults, settings }
}

async function write(backup: OpenBackup, target: Target, store: FileStore, hasRows: boolean, progress: Progress) {
  const files = await restoreFiles(store, target.dataDir, backup, progress)
  await restoreSecrets(target.dataDir, backup)
  const settings = await restoreSettings(target, backup)
  if (!hasRows) await restoreDatabase(target, backup, progress)
  return { files, settings }
}

/** A disk that was filled by someone else since its room was checked. */
function roomFailure(error: unknown, { where, dataDir }: Target): Error | null {
  const isFolder = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  if (!isFolder && databaseFailure(error) !== 'full') return null
  const what = isFolder || 'file' in where ? `in ${dataDir}` : 'for the database'
  return new Error(`There is no room left ${what}. Free up space, and run the same command again: it goes on.`)
}

async function refuseUnlessEmpty({ where, dataDir, openStore }: Target): Promise<void> {
  for (const name of ['journal.sqlite', 'journal.sqlite-wal', ...SECRETS]) {
    if (existsSync(join(dataDir, name))) throw notEmpty(`the folder ${dataDir} (it has ${name})`, 'DATA_DIR')
  }
  if ('url' in where) {
    const database = connect(where, ENDLESS)
    try {
      const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
        where schemaname = current_schema() limit 1`.execute(database.db)
      if (rows[0]) throw notEmpty(`the database (it has the table ${rows[0].name})`, 'DATABASE_URL')
    } finally {
      await database.close()
    }
  }
  for await (const { id } of openStore().list())
    throw notEmpty(`the place for files (it has ${id})`, 'DATA_DIR or S3_PREFIX')
}

const notEmpty = (what: string, setting: string): Error =>
  new Error(
    `A backup is restored only where nothing can be lost, and ${what} is not empty. Set ${setting} to an empty one, or move what is there away. Nothing was changed.`,
  )

async function refuseWithoutRoom(store: FileStore, { manifest }: OpenBackup): Promise<void> {
  // Rows take about as much again for their indexes.
  const needed = bytesIn(manifest) + bytesIn(manifest, 'tables/')
  const free = await store.freeBytes()
  if (free < needed) {
    throw new Error(
      `There is not enough room: the backup needs about ${megabytes(needed)}, and ${megabytes(free)} are free. Nothing was changed.`,
    )
  }
}

export const megabytes = (bytes: number): string =>
  bytes < 10 * 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.round(bytes / 1024 / 1024)} MB`

async function restoreFiles(
  store: FileStore,
  dataDir: string,
  backup: OpenBackup,
  progress: Progress,
): Promise<number> {
  // Of an attempt that was killed.
  await sweepIncoming(join(dataDir, 'files'), 0)
  const entries = under(backup, 'files/')
  const total = bytesIn(backup.manifest, 'files/')
  let done = 0
  for (const entry of entries) {
    progress('Files', done, total)
    const id = entry.path.slice('files/'.length)
    if (!(await isThere(store, id, entry))) await store.keep(id, backup.read(entry))
    done += entry.bytes
  }
  progress('Files', total, total)
  return entries.length
}

async function isThere(store: FileStore, id: string, { bytes, sha256 }: Entry): Promise<boolean> {
  const stored = await store.open(id)
  if (!stored) return false
  try {
    return stored.bytes === bytes && (await stored.verify(sha256))
  } finally {
    await stored.close()
  }
}

async function restoreSecrets(dataDir: string, backup: OpenBackup): Promise<void> {
  for (const entry of under(backup, 'secrets/')) {
    await writeWhole(join(dataDir, entry.path.slice('secrets/'.length)), backup.read(entry))
  }
}

/** Puts those beside the data that differ from the program's: someone has to look at them. */
async function restoreSettings({ dataDir, programFolder }: Target, backup: OpenBackup): Promise<Restored['settings']> {
  const folder = join(dataDir, SETTINGS_FOLDER)
  const paths: string[] = []
  for (const entry of under(backup, 'settings/')) {
    const path = entry.path.slice('settings/'.length)
    if ((await digestOfFile(join(programFolder, path))) === entry.sha256) continue
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    await writeWhole(join(folder, path), backup.read(entry))
    paths.push(path)
  }
  return paths.length ? { folder, paths } : null
}

const under = ({ manifest }: OpenBackup, folder: string): Entry[] =>
  manifest.entries.filter(({ path }) => path.startsWith(folder))

/** Null if there is no such file. */
async function digestOfFile(path: string): Promise<string | null> {
  const digest = createHash('sha256')
  try {
    for await (const part of createReadStream(path)) digest.update(part as Buffer)
  } catch {
    return null
  }
  return digest.digest('hex')
}

/** A file is there whole or not at all. Whatever its length, little of it is in memory. */
async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/**
 * Whether an earlier attempt came as far as the rows, which are put in place whole: the times at which the tables were
 * changed are those of the backup, to the millisecond. Only time and name are compared: later versions have more columns.
 */
async function isRestored({ where }: Target, backup: OpenBackup): Promise<boolean> {
  if ('file' in where && !existsSync(where.file)) return false
  const database = connect(where, ENDLESS)
  try {
    if (!(await hasTable(database.db, 'migrations'))) return false
    const { rows } = await sql<{ at: string; name: string }>`select at, name from migrations`.execute(database.db)
    const there = new Set(rows.map(({ at, name }) => JSON.stringify([at, name])))
    const entry = backup.manifest.entries.find(({ path }) => path === 'tables/migrations.jsonl')!
    let columns: unknown[] | null = null
    for await (const line of linesIn(backup.read(entry))) {
      const values = JSON.parse(line) as unknown[]
      columns ??= values
      if (columns === values) continue
      const change = JSON.stringify([values[columns.indexOf('at')], values[columns.indexOf('name')]])
      if (!there.has(change)) throw notEmpty('the database', 'DATABASE_URL or DATA_DIR')
    }
    return true
  } finally {
    await database.close()
  }
}

async function restoreDatabase(target: Target, backup: OpenBackup, progress: Progress): Promise<void> {
  const { where } = target
  if ('url' in where) return restoreInto(where, (connection) => loadAndMigrate(connection, backup, progress))
  // SQLite's file gets its name when it is whole.
  const unfinished = `${where.file}.${randomBytes(4).toString('hex')}.part`
  const remove = () => Promise.all(['', '-wal', '-shm'].map((more) => rm(unfinished + more, { force: true })))
  try {
    await restoreInto({ file: unfinished }, (connection) => loadRows(connection, backup, progress))
    await brought(unfinished)
    await nameFinally(unfinished, where.file)
  } finally {
    await remove()
  }
}

async function loadAndMigrate(connection: Db, backup: OpenBackup, progress: Progress): Promise<void> {
  await loadRows(connection, backup, progress)
  await migrateWithin(connection)
  await sql`analyze`.execute(connection)
}

/** Brings a backup of an earlier version up to date, as the program's start would. */
async function brought(file: string): Promise<void> {
  const database = connect({ file }, ENDLESS)
  try {
    await migrate(database)
    await sql`analyze`.execute(database.db)
    await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  } finally {
    await database.close()
  }
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/** One transaction: the rows are all there or none is. */
async function restoreInto(where: Where, work: (connection: Db) => Promise<void>): Promise<void> {
  const database = connect(where, ENDLESS)
  try {
    await database.db.connection().execute(async (connection) => {
      const run = (statement: string) => sql.raw(statement).execute(connection)
      if (database.engine === 'sqlite') {
        await run('pragma foreign_keys = off')
        await run('begin immediate')
      } else {
        await run('begin')
        await run('set local idle_in_transaction_session_timeout = 0')
      }
      try {
        await work(connection)
        await run('commit')
      } catch (error) {
        await run('rollback').catch(() => {})
        throw error
      }
    })
  } finally {
    await database.close()
  }
}
