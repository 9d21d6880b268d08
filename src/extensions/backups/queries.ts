import type { HealthFacts } from '../../contract/rules/health/facts.ts'
import type { Db } from '../../platform/database/connect.ts'

/** The newest backup that was restored for a test without a fault, and is still there. Null if there is none. */
export async function newestGoodBackup(db: Db): Promise<{
  fileName: string
  place: 'folder' | 'bucket'
  startedAt: string
  testedAt: string
  remark: string | null
} | null> {
  const row = await db
    .selectFrom('backups')
    .select(['file_name', 'place', 'started_at', 'tested_at', 'remark'])
    .where('tested_at', 'is not', null)
    .where('fault', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  // What was written after the backup began is not in it.
  if (!row) return null
  const { file_name, place, started_at, tested_at, remark } = row
  return { fileName: file_name, place, startedAt: started_at, testedAt: tested_at!, remark }
}

/** What administrators learn about the backups. */
export async function loadBackupHealth(db: Db): Promise<Omit<NonNullable<HealthFacts['backups']>, 'everyHours'>> {
  const newest = await newestGoodBackup(db)
  const rows = await db
    .selectFrom('backups')
    .select(['fault', 'running'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const last = rows.find(({ running }) => running === null)
  return {
    newestGoodAt: newest?.startedAt ?? null,
    remark: newest?.remark ?? null,
    lastFault: last?.fault ?? null,
    isRunning: rows.some(({ running }) => running === 1),
  }
}
