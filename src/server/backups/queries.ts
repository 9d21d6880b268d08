import type { Db } from '../database/connect.ts'

/** The newest copy that was restored for a test without a fault, and is still there. Null if there is none. */
export async function newestGoodBackup(
  db: Db,
): Promise<{ fileName: string; place: 'folder' | 'bucket'; startedAt: string; testedAt: string } | null> {
  const row = await db
    .selectFrom('backups')
    .select(['file_name', 'place', 'started_at', 'tested_at'])
    .where('tested_at', 'is not', null)
    .where('fault', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  // What was written after the copy began is not in it.
  return row ? { fileName: row.file_name, place: row.place, startedAt: row.started_at, testedAt: row.tested_at! } : null
}
