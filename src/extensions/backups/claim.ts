import { sql, type RawBuilder } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { isUniqueViolation, type Database, type Db } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'

/** The process that makes a backup renews its claim again and again; one who has been silent for so long has died. */
export const LEASE_MS = 5 * MINUTE_MS
/** How soon a backup that failed is tried again. */
const RETRY_MS = HOUR_MS
/** A row of a time that is further ahead was written with another clock. */
const AHEAD_MS = 10 * MINUTE_MS

const INTERRUPTED = 'The server or its process ended while this backup was made.'

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Claims the making of the backup that is due; null if none is, or another process makes it. Among all processes and
 * servers on a database one has the claim: the database has room for one row that is `running`.
 */
export async function claimBackup(
  database: Database,
  { everyHours, holder, isEncrypted = false }: { everyHours: number; holder: string; isEncrypted?: boolean },
  now = Date.now(),
): Promise<{ id: string; fileName: string } | null> {
  if (!(await isDue(database.db, everyHours, now))) return null
  const id = newId()
  const fileName = `journal-${iso(now).slice(0, 19).replaceAll(':', '')}Z-${id}.zip${isEncrypted ? '.age' : ''}`
  try {
    return await database.transaction(async (tx) => {
      await tx
        .updateTable('backups')
        .set({ running: null, fault: INTERRUPTED })
        .where('running', '=', 1)
        .where((where) =>
          where.or([
            where('claimed_until', '<', iso(now)),
            where('claimed_until', '>', iso(now + LEASE_MS + AHEAD_MS)),
          ]),
        )
        .execute()
      if (!(await isDue(tx, everyHours, now))) return null
      const row = { id, file_name: fileName, place: 'folder' as const, holder, started_at: iso(now) }
      await tx
        .insertInto('backups')
        .values({ ...row, running: 1, claimed_until: iso(now + LEASE_MS) })
        .execute()
      return { id, fileName }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'backups_running')) return null
    throw error
  }
}

/** Says that the backup is still being made; false if someone else has taken it for dead. */
export async function extendClaim(db: Db, id: string, now = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ claimed_until: iso(now + LEASE_MS) })
    .where('id', '=', id)
    .where('running', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A condition that holds if there is neither a good backup of the last hours, nor one that failed a moment ago or is being made. */
export function isBackupDue(everyHours: number, now: number): RawBuilder<boolean> {
  const every = everyHours * HOUR_MS
  const since = (ms: number) => sql`started_at > ${iso(now - ms)} and started_at <= ${iso(now + AHEAD_MS)}`
  return sql`(not exists (select 1 from backups
      where fault is null and tested_at is not null and removed_at is null and ${since(every)})
    and not exists (select 1 from backups where fault is not null and ${since(Math.min(RETRY_MS, every))})
    and not exists (select 1 from backups where running = 1
      and claimed_until between ${iso(now)} and ${iso(now + LEASE_MS + AHEAD_MS)}))`
}

async function isDue(db: Db, everyHours: number, now: number): Promise<boolean> {
  const { rows } = await sql`select 1 where ${isBackupDue(everyHours, now)}`.execute(db)
  return rows.length > 0
}
