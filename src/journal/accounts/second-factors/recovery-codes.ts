import { RECOVERY_CODES, recoveryCodeInGroups } from '../../../contract/rules/accounts/second-factors.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { hashOfSecret, newCharacters, now } from '../../../platform/ids.ts'

/** 114 random bits, so that a hash without salt cannot be tried through. */
const CHARACTERS = 24

/** Makes recovery codes in place of earlier ones. Only their hashes are stored: they are shown this one time. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCharacters(CHARACTERS))
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const created_at = now()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashOfSecret(code), user_id: userId, created_at })))
    .execute()
  return codes.map(recoveryCodeInGroups)
}

/** Uses up a recovery code; false if it is unknown or has been used before. */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashOfSecret(code))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
