import { LIST_INCOMPLETE } from '../../contract/api/loaded-list.ts'
import { DomainError } from '../errors.ts'
import type { Db, Tx } from './connect.ts'

/** Tables that hold a list of others, loaded by an administrator in parts. */
type LoadedList = 'retracted_dois' | 'funders'

/** Rows of one statement: far below the number of values that a database takes. */
export const ROWS_IN_STATEMENT = 500

export async function listedIn(db: Db, table: LoadedList): Promise<{ listed: number; loadedAt: string | null }> {
  const { count, at } = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('loaded_at').as('at')])
    .executeTakeFirstOrThrow()
  return { listed: count, loadedAt: at as string | null }
}

/** With the last part: what the new list does not name any more was taken back, or named by mistake. */
export async function endLoad(
  tx: Tx,
  table: LoadedList,
  { startedAt, total }: { startedAt: string; total: number },
): Promise<number> {
  await tx.deleteFrom(table).where('loaded_at', '<>', startedAt).execute()
  const { listed } = await listedIn(tx, table)
  if (listed !== total) throw new DomainError('conflict', LIST_INCOMPLETE)
  return listed
}
