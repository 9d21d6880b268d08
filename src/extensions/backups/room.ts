import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { engineOf, type Db } from '../../platform/database/connect.ts'
import { megabytes } from './restore.ts'
import { HOLDERS } from './stored-in-rows.ts'

/** What stays free for uploads and the database. */
const RESERVE_BYTES = 500 * 1024 * 1024

/** Room for a copy and for restoring it for a test: twice the files, and the rows as text, as a database and its log. */
export async function roomFor(db: Db): Promise<number> {
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
  return 2 * files + 3 * rows[0]!.bytes
}

/** A sentence for the operator if the disk of the folder has no room; null if it has. */
export async function roomFault(db: Db, folder: string): Promise<string | null> {
  const needed = (await roomFor(db)) + RESERVE_BYTES
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return null
  return `There is not enough room in ${folder}: a copy and its test need about ${megabytes(needed)}, and ${megabytes(free)} are free. Make room, or set BACKUP_DIR to a folder on another disk.`
}
