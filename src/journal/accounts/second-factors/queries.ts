import type { Role } from '../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findCodes } from './one-time-codes.ts'
import { listPasskeys } from './passkeys.ts'

/** The second factors of an account. Recovery codes are none by themselves: they stand in for one. */
export async function readFactors(db: Db, userId: string) {
  const passkeys = await listPasskeys(db, userId)
  const codes = await findCodes(db, userId)
  return { passkeys, codes, count: passkeys.length + (codes ? 1 : 0) }
}

/** True if the journal requires a second factor of this person, and they have none. */
export async function lacksSecondFactor(
  db: Db,
  required: boolean,
  { userId, role }: { userId: string; role: Role },
): Promise<boolean> {
  return required && role === 'admin' && (await readFactors(db, userId)).count === 0
}
