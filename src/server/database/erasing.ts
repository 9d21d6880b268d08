import { newId, now } from '../ids.ts'
import type { Tx } from './connect.ts'

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
