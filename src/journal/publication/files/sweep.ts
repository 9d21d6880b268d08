import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isClaimed } from './claims.ts'
import { deleteFiles } from './image-variants.ts'
import { HOLDERS } from './stored-files.ts'

/**
 * A day for an author in the middle of a form, and two more: with a clock that is a day ahead, or was a day behind, what
 * has just arrived looks a day old.
 */
const UNCLAIMED_DAYS = 3
/** How long deleted articles and replaced files are kept, so that a mistake can be undone by hand. */
const KEPT_DAYS = 30
/** Batch size; the next run takes the rest. */
const BATCH = 500

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

/**
 * Removes articles deleted and files replaced 30 days ago, and files that nothing has claimed within three
 * days. Rows first, then bytes: a crash in between leaves bytes without a row, never a row without bytes.
 * Returns how many files were removed.
 */
export async function sweepFiles({ database, store }: Platform): Promise<number> {
  const gone = await database.transaction(async (tx) => {
    const keptSince = ago(KEPT_DAYS * DAY_MS)
    await tx.deleteFrom('deleted_articles').where('deleted_at', '<', keptSince).execute()
    await tx.deleteFrom('replaced_files').where('replaced_at', '<', keptSince).execute()
    const loose = await tx
      .selectFrom('files')
      .select('files.id')
      .where('files.created_at', '<', ago(UNCLAIMED_DAYS * DAY_MS))
      .where((where) => where.not(isClaimed(where)))
      .limit(BATCH)
      .execute()
    const ids = loose.map((file) => file.id)
    return { files: ids.length, bytes: await deleteFiles(tx, ids) }
  })
  for (const id of gone.bytes) await store.remove(id)
  return gone.files
}

/** How long a stored file must have had no row before it is removed: longer than any upload takes. */
const STRAY_MS = 6 * HOUR_MS
/** So many without a row are no sign of a wrong database. */
const FEW = 3

/**
 * Removes stored files that no row names: a process that dies between the bytes and the row leaves one. Only those that were
 * stored 30 days ago, by the store's clock, and had no row six hours ago either, by this process's own. If they are more than
 * a tenth, or there are hardly others, the database is taken for a wrong one, and nothing is removed. Where a backup is being
 * restored no journal runs.
 */
export class StrayFiles {
  readonly #platform: Platform
  /** When each was first seen without a row. */
  #seen = new Map<string, number>()
  #listedAt = -Infinity

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Lists all files every six hours at most. Returns how many were removed. */
  async sweep(now = performance.now()): Promise<number> {
    if (now - this.#listedAt < STRAY_MS) return 0
    this.#listedAt = now
    const { database, store, log } = this.#platform
    const stored = new Map<string, Date>()
    for await (const { id, storedAt } of store.list()) stored.set(id, storedAt)
    // Read after the list, which has no file that is stored meanwhile.
    const strays = new Map(stored)
    for (const id of await namedInRows(database.db)) strays.delete(id)
    this.#seen = new Map([...strays.keys()].map((id) => [id, this.#seen.get(id) ?? now]))
    if (strays.size > Math.max(FEW, stored.size / 10) || strays.size * 2 > stored.size) {
      log.error({ without: strays.size, files: stored.size }, 'so many stored files have no row that none is removed')
      return 0
    }
    let removed = 0
    for (const [id, storedAt] of strays) {
      const isOld = Date.now() - storedAt.getTime() > KEPT_DAYS * DAY_MS
      if (!isOld || now - this.#seen.get(id)! < STRAY_MS) continue
      await store.remove(id)
      removed++
    }
    if (removed) log.info({ removed }, 'stored files that no row names were removed')
    return removed
  }
}

async function namedInRows(db: Db): Promise<string[]> {
  const ids: string[] = []
  for (const [table, column] of Object.entries(HOLDERS)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(db)
    for (const { id } of rows) ids.push(id)
  }
  return ids
}
