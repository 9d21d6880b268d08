import { sql } from 'kysely'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { diskLevel, isRoomAgain } from '../../contract/rules/health/storage-rules.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { now } from '../../platform/ids.ts'
import { administrators } from '../../journal/accounts/users/administrators.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import type { MonitoringEmail } from './emails.ts'
import type { MonitoringResources } from './operation.ts'

const EVERY_MS = 20_000
/** Processes that have not been seen for so long have ended. */
export const SEEN_MS = 3 * EVERY_MS
/** Rows of processes that were killed are kept for so long. */
const KEPT_MS = HOUR_MS

/** Writes down again and again that this process is there, and looks at the disk. */
export const heartbeatWork = (resources: MonitoringResources): BackgroundWork => ({
  kind: 'heartbeat',
  everyMs: EVERY_MS,
  run: () => watch(resources),
  atEnd: async () => {
    const { database, operation } = resources
    await database.db.deleteFrom('server_processes').where('id', '=', operation.id).execute()
  },
})

/** Writes down how this process gets on, and warns administrators of a disk that fills up. */
export async function watch(resources: MonitoringResources): Promise<void> {
  const { database, operation, store } = resources
  const freeBytes = await store.freeBytes().catch(() => null)
  const seen = {
    server: operation.server,
    version: operation.version,
    started_at: operation.startedAt,
    seen_at: now(),
    clock_ahead_ms: await clockAhead(database),
    free_bytes: freeBytes,
    work: JSON.stringify(operation.background?.states() ?? []),
  }
  await database.transaction(async (tx) => {
    await tx
      .insertInto('server_processes')
      .values({ id: operation.id, ...seen })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
      .execute()
    const old = new Date(Date.now() - KEPT_MS).toISOString()
    await tx.deleteFrom('server_processes').where('seen_at', '<', old).execute()
  })
  if (freeBytes !== null) await watchDisk(resources, freeBytes)
}

/** How far this process's clock is ahead of the database's, which on SQLite is the same clock. */
async function clockAhead({ engine, db }: Database): Promise<number> {
  if (engine === 'sqlite') return 0
  const asked = Date.now()
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(
    db,
  )
  // The answer was made somewhere between the question and now.
  return Math.round((asked + Date.now()) / 2 - rows[0]!.at)
}

/** Logs a disk that fills up, and sends administrators one email until there has been room again. */
async function watchDisk({ database, uploads, operation, log }: MonitoringResources, free: number): Promise<void> {
  const reserve = uploads.spareBytes
  const level = diskLevel(free, reserve)
  // The machine, not the process: several processes share its disk.
  const about = `disk of ${operation.server.split(' ')[0]}`
  if (level === 'plenty') {
    if (isRoomAgain(free, reserve)) await database.db.deleteFrom('warnings_sent').where('about', '=', about).execute()
    return
  }
  log.warn(
    { free, reserve },
    level === 'low' ? 'the disk is filling up' : 'the disk is nearly full: no files are stored',
  )
  await database.transaction(async (tx) => {
    const isNew = await tx
      .insertInto('warnings_sent')
      .values({ about, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('about')
      .executeTakeFirst()
    if (isNew) await warnAdministrators(tx, { freeBytes: free, reserveBytes: reserve })
  })
}

async function warnAdministrators(tx: Tx, disk: { freeBytes: number; reserveBytes: number }): Promise<void> {
  for (const { name, email } of await administrators(tx)) {
    await enqueue<MonitoringEmail>(tx, { kind: 'disk-low', recipient: email, data: { name, ...disk } })
  }
}
