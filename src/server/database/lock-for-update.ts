import { sql, type Selectable } from 'kysely'
import type { Tx } from './connect.ts'
import type { Tables } from './tables.ts'

/**
 * Reads rows by their ids and holds them until the transaction ends: of two at once the second
 * waits, and then sees what the first has left. An update that changes nothing does this on both
 * engines; `for update` is known to PostgreSQL alone.
 */
export async function lockAllForUpdate<T extends 'articles' | 'files' | 'users' | 'volumes'>(
  tx: Tx,
  table: T,
  ids: readonly string[],
): Promise<Selectable<Tables[T]>[]> {
  if (!ids.length) return []
  const { rows } = await sql<Selectable<Tables[T]>>`
    update ${sql.table(table)} set created_at = created_at where id in (${sql.join(ids)}) returning *`.execute(tx)
  return rows
}

/** The same for one row, if there is one. */
export const lockForUpdate = async <T extends 'articles' | 'files' | 'users' | 'volumes'>(
  tx: Tx,
  table: T,
  id: string,
): Promise<Selectable<Tables[T]> | undefined> => (await lockAllForUpdate(tx, table, [id]))[0]
