import type { Tx } from '../../../platform/database/connect.ts'

/** Removes all second factors of an account, with their recovery codes and unfinished attempts. */
export async function eraseSecondFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of ['passkeys', 'one_time_codes', 'recovery_codes', 'factor_challenges'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
