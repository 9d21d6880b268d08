import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findCodes } from './one-time-codes.ts'
import { listPasskeys } from './passkeys.ts'

/** The second factors of an account. Recovery codes are none by themselves: they stand in for one. */
export async function readFactors(db: Db, userId: string) {
  const passkeys = await listPasskeys(db, userId)
  const codes = await findCodes(db, userId)
  return { passkeys, codes, count: passkeys.length + (codes ? 1 : 0) }
}

/** Whether a journal that requires a second factor requires it of this person: of all who see more than their own articles. */
export const needsSecondFactor = ({ role, duties = [] }: Pick<Actor, 'role' | 'duties'>): boolean =>
  role === 'admin' || duties.length > 0

/** True if the journal requires a second factor of this person, and they have none. */
export async function lacksSecondFactor(
  db: Db,
  required: boolean,
  { userId, ...actor }: Pick<Actor, 'userId' | 'role' | 'duties'>,
): Promise<boolean> {
  return required && needsSecondFactor(actor) && (await readFactors(db, userId)).count === 0
}
