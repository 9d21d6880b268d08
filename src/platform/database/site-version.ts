import { sql, type Kysely, type Transaction } from 'kysely'
import { noteEnqueued } from './enqueued.ts'
import type { Tables } from './tables.ts'

/**
 * The number under which every public response is cached. A write that changes public content calls
 * `touchPublicSite` in its own transaction; nothing is ever purged.
 */
export const siteVersion = (db: Kysely<Tables>): Promise<number> => readingVersion(db)()

/** The same for many reads: the query is compiled once. */
export function readingVersion(db: Kysely<Tables>): () => Promise<number> {
  const query = db.selectFrom('site_version').select('version').where('id', '=', 1).compile()
  return async () => (await db.executeQuery(query)).rows[0]!.version
}

export async function touchPublicSite(tx: Transaction<Tables>): Promise<void> {
  await tx
    .updateTable('site_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .execute()
  // Triggers enqueue the articles that have changed.
  noteEnqueued(tx, 'index')
}
