import { sql, type Selectable } from 'kysely'
import type { Tx } from './connect.ts'
import type { Tables } from './tables.ts'

type Lockable = 'articles' | 'categories' | 'files' | 'review_assignments' | 'users' | 'volumes'

/**
 * Reads rows by id and locks them until the transaction ends: a concurrent caller waits, and then sees the
 * result. An update that changes nothing locks on both engines; `for update` exists in PostgreSQL only.
 */
export async function lockAllForUpdate<T extends Lockable>(
  tx: Tx,
  table: T,
  ids: readonly string[],
): Promise<Selectable<Tables[T]>[]> {
  if (!ids.length) return []
  const { rows } = await sql<Selectable<Tables[T]>>`
    update ${sql.table(table)} set created_at = created_at where id in (${sql.join(ids)}) returning *`.execute(tx)
  return rows
}

/** The same for a single row, if it exists. */
export const lockForUpdate = async <T extends Lockable>(
  tx: Tx,
  table: T,
  id: string,
): Promise<Selectable<Tables[T]> | undefined> => (await lockAllForUpdate(tx, table, [id]))[0]
