import type { Role } from '../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findCodes } from './one-time-codes.ts'
import { listPasskeys } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

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

/** What a person's own data say of their second factors: names and dates, never a secret. */
export async function secondFactorsForExport(db: Db, userId: string) {
  const { passkeys, codes } = await readFactors(db, userId)
  return {
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    oneTimeCodes: codes ? { createdAt: codes.created_at, lastUsedAt: codes.last_used_at } : null,
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
  }
}
