import { sql } from 'kysely'
import { newId, now } from '../ids.ts'
import type { Database, Tx } from './connect.ts'

/**
 * Lets `work` replace texts in records that can otherwise only be added to: payloads of the audit log, and letters of
 * decisions. The database still refuses every other change of them. The permission ends with `work`, or with the
 * transaction, and no other transaction ever has it.
 */
export async function whileErasing<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const id = newId()
  await tx.insertInto('erasing').values({ id, at: now() }).execute()
  const done = await work()
  await tx.deleteFrom('erasing').where('id', '=', id).execute()
  return done
}

/**
 * To be called when a transaction has erased someone: SQLite keeps earlier contents of changed pages in its log until it
 * is emptied, which readers can put off; the hourly sweep does it again. PostgreSQL's own vacuum frees what was deleted,
 * and overwrites it when the room is used again.
 */
export async function emptyLog({ db, engine }: Database): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
