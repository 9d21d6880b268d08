import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { sql } from 'kysely'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { HOLDERS } from '../../journal/publication/files/stored-files.ts'
import { type Db, engineOf } from '../../platform/database/connect.ts'
import { now } from '../../platform/ids.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import { privateFolder } from '../../platform/storage/private.ts'
import { claimBackup, extendClaim, isBackupDue, LEASE_MS } from './claim.ts'
import type { BackupResources, BackupSettings, BackupSource } from './resources.ts'
import { megabytes } from './restore.ts'

/** The keys of backups in a bucket begin with this. */
export const IN_BUCKET = 'backups/'

/** Makes backups in the background, if they are switched on. */
export const backupWork = (resources: BackupResources): BackgroundWork[] => {
  const { backups } = resources
  if (!backups) return []
  const run = (stopped: () => boolean) => makeDueBackup(resources, { stopped })
  return [{ kind: 'backups', run, isDue: (at) => isBackupDue(backups.everyHours, at.getTime()) }]
}

/** Backups in a folder belong to the machine that has it. */
export const holderOf = ({ folder }: BackupSettings): string => `${hostname()}:${folder}`

interface Options {
  stopped?: () => boolean
  run?: RunJob
}

/** Makes the backup that is due, tests it by restoring it, and removes those that are no longer kept. True if one was made. */
export async function makeDueBackup(
  resources: BackupResources,
  { stopped = () => false, run = runInProcess }: Options = {},
) {
  const { database, backups, log } = resources
  if (!backups) return false
  const { db } = database
  const holder = holderOf(backups)
  const isEncrypted = Boolean(backups.source.keys?.length)
  const claim = await claimBackup(database, { everyHours: backups.everyHours, holder, isEncrypted })
  if (!claim) return false
  const { id } = claim
  const ending = new AbortController()
  const lookout = setInterval(() => {
    if (stopped()) ending.abort()
  }, 200)
  const heartbeat = setInterval(() => {
    extendClaim(db, id).then(
      (isOurs) => isOurs || ending.abort(),
      // The database is away for a moment: the lease is long enough for several attempts.
      () => {},
    )
  }, LEASE_MS / 5)
  try {
    const made = await makeOne(backups, claim.fileName, resources, run, ending.signal)
    const done = { running: null, finished_at: now(), tested_at: now(), ...made }
    await db.updateTable('backups').set(done).where('id', '=', id).where('running', '=', 1).execute()
    if (made.fault)
      log.error({ backup: claim.fileName, fault: made.fault }, 'a backup could not be put into the bucket')
    else log.info({ backup: claim.fileName, bytes: made.bytes }, 'a backup was made and tested')
  } catch (error) {
    if (stopped()) {
      // Nobody's fault: it is due again when the journal starts.
      await db.deleteFrom('backups').where('id', '=', id).execute()
      return false
    }
    log.error({ err: error, backup: claim.fileName }, 'a backup could not be made')
    const fault = { running: null, fault: (error as Error).message }
    await db.updateTable('backups').set(fault).where('id', '=', id).execute()
    return false
  } finally {
    clearInterval(lookout)
    clearInterval(heartbeat)
  }
  await rotate(resources, backups)
  return true
}

async function makeOne(
  backups: BackupSettings,
  fileName: string,
  { database: { db } }: BackupResources,
  run: RunJob,
  stop: AbortSignal,
) {
  const { folder, source, bucket } = backups
  privateFolder(folder)
  const noRoom = await roomFault(db, folder, Boolean(source.keys?.length))
  if (noRoom) throw new Error(noRoom)
  const file = join(folder, fileName)
  const done = await run({ source, file }, stop)
  if ('failure' in done) throw new Error(done.failure)
  const { bytes, sha256 } = done
  const remark = done.faults
    ? `In the journal itself ${done.faults === 1 ? 'one thing is' : `${done.faults} things are`} wrong, such as a missing file. Run "npm run verify-data".`
    : null
  const made = { bytes, sha256, remark, fault: null as string | null, place: 'folder' as 'folder' | 'bucket' }
  if (!bucket) return made
  try {
    await bucket.put(IN_BUCKET + fileName, createReadStream(file), { bytes, sha256 })
    if ((await sha256Of(await bucket.get(IN_BUCKET + fileName))) !== sha256) {
      throw new Error('what the bucket gives back is not what was put there')
    }
    await rm(file)
    return { ...made, place: 'bucket' as const }
  } catch (error) {
    return {
      ...made,
      fault: `The backup is complete and is at ${file}, but it could not be put into the bucket: ${(error as Error).message}.`,
    }
  }
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const sha256 = createHash('sha256')
  for await (const part of content) sha256.update(part)
  return sha256.digest('hex')
}

/** Removes backups that are no longer kept: first the bytes, then the row, so that none is forgotten. */
async function rotate({ database: { db }, log }: BackupResources, backups: BackupSettings): Promise<void> {
  const there = await db
    .selectFrom('backups')
    .select(['id', 'file_name', 'place', 'started_at', 'fault'])
    .where('tested_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where((where) => where.or([where('place', '=', 'bucket'), where('holder', '=', holderOf(backups))]))
    .execute()
  for (const place of ['folder', 'bucket'] as const) {
    const inPlace = there.filter((backup) => backup.place === place)
    const kept = backupsToKeep(inPlace.map((backup) => backup.started_at))
    for (const { id, file_name, started_at } of inPlace) {
      if (kept.has(started_at)) continue
      try {
        if (place === 'folder') await rm(join(backups.folder, file_name), { force: true })
        else if (!backups.bucket) continue
        else await backups.bucket.remove(IN_BUCKET + file_name)
        await db.updateTable('backups').set({ removed_at: now() }).where('id', '=', id).execute()
      } catch (error) {
        log.error({ err: error, backup: file_name }, 'an old backup could not be removed')
      }
    }
  }
}

/** What stays free for uploads and the database. */
const RESERVE_BYTES = 500 * 1024 * 1024

/**
 * Room for a backup and for restoring it for a test: twice the files, and the rows as text, as a database and its log. What
 * is encrypted is there once more while it is restored.
 */
async function roomFor(db: Db, isEncrypted: boolean): Promise<number> {
  let files = 0
  for (const table of Object.keys(HOLDERS)) {
    const { rows } = await sql<{
      bytes: number
    }>`select coalesce(sum(bytes), 0) as bytes from ${sql.table(table)}`.execute(db)
    files += rows[0]!.bytes
  }
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
      : await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return (isEncrypted ? 3 : 2) * files + (isEncrypted ? 4 : 3) * rows[0]!.bytes
}

/** A sentence for the operator if the disk of the folder has no room; null if it has. */
async function roomFault(db: Db, folder: string, isEncrypted: boolean): Promise<string | null> {
  const needed = (await roomFor(db, isEncrypted)) + RESERVE_BYTES
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return null
  return `There is not enough room in ${folder}: a backup and its test need about ${megabytes(needed)}, and ${megabytes(free)} are free. Free up space, or set BACKUP_DIR to a folder on another disk.`
}

export interface BackupJob {
  source: BackupSource
  file: string
}
export type BackupDone =
  /** `faults`: how many things are wrong in the journal itself, which the backup has as they are. */
  { bytes: number; sha256: string; faults: number } | { failure: string }

export type RunJob = (job: BackupJob, stop: AbortSignal) => Promise<BackupDone>

const PROGRAM = join(import.meta.dirname, 'backup-process.ts')

/** Makes and tests a backup in a process of its own, so that requests wait for none of it. */
export const runInProcess: RunJob = (job, stop) =>
  new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], {
      // No settings are inherited; programs on Windows do not start without this one.
      env: { SystemRoot: process.env.SystemRoot },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: stop,
      killSignal: 'SIGKILL',
    })
    let done: BackupDone | undefined
    child.on('message', (message: BackupDone) => (done = message))
    child.on('error', reject)
    child.on('exit', () => resolve(done ?? { failure: 'The process that makes backups ended without an answer.' }))
    child.send(job)
  })

/** How many backups stay: the newest of each of the last days, weeks and months that have one, and of each hour of a day. */
export const KEPT = { hours: 24, days: 7, weeks: 4, months: 6 }

/**
 * Those of the backups (by the times at which they began) that are kept. Periods without a backup do not count, so a clock
 * that jumps, or a long time without backups, never removes the last ones.
 */
export function backupsToKeep(startedAt: readonly string[]): Set<string> {
  const newestFirst = [...startedAt].sort().reverse()
  const [newest = ''] = newestFirst
  const isOfLastDay = (at: string) => Date.parse(newest) - Date.parse(at) < KEPT.hours * HOUR_MS
  const kept = new Set<string>(newest && [newest])
  const periods: [(at: string) => string, number][] = [
    // All older ones count as one: a journal with one backup a day has no more of them by this rule.
    [(at) => (isOfLastDay(at) ? at.slice(0, 13) : newest.slice(0, 13)), KEPT.hours],
    [(at) => at.slice(0, 10), KEPT.days],
    [weekOf, KEPT.weeks],
    [(at) => at.slice(0, 7), KEPT.months],
  ]
  for (const [periodOf, most] of periods) {
    const seen = new Set<string>()
    for (const at of newestFirst) {
      if (seen.size === most || seen.has(periodOf(at))) continue
      seen.add(periodOf(at))
      kept.add(at)
    }
  }
  return kept
}

/** The Monday of its week. */
function weekOf(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
