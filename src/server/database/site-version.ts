import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The number under which every public response is cached. A write that changes public content calls
 * `touchPublicSite` in its own transaction; nothing is ever purged.
 */
export async function siteVersion(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('site_version').select('version').where('id', '=', 1).executeTakeFirstOrThrow()
  return row.version
}

export async function touchPublicSite(tx: Transaction<Tables>): Promise<void> {
  await tx
    .updateTable('site_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .execute()
}
