import type { Tx } from '../../../platform/database/connect.ts'
import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** Removes all second factors of an account, with their recovery codes and unfinished attempts. */
export async function eraseSecondFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of ['passkeys', 'one_time_codes', 'recovery_codes', 'factor_challenges'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** Passkeys, one-time codes and recovery codes: which there are and since when. What they hold is a secret. */
export const secondFactorData: PersonalDataPart = {
  name: 'second-factors',
  about:
    'How you sign in besides your password: your passkeys, one-time codes and recovery codes, without their secrets.',
  give: async function* (db, { id }) {
    const passkeys = await db
      .selectFrom('passkeys')
      .select(['name', 'created_at as addedAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute()
    for (const passkey of passkeys) yield { kind: 'passkey', ...passkey }
    const codes = await db
      .selectFrom('one_time_codes')
      .select(['created_at as addedAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', id)
      .executeTakeFirst()
    if (codes) yield { kind: 'one-time codes', ...codes }
    const left = await db
      .selectFrom('recovery_codes')
      .select('created_at as addedAt')
      .where('user_id', '=', id)
      .execute()
    for (const code of left) yield { kind: 'recovery code', ...code }
  },
  erase: (tx, { id }) => eraseSecondFactors(tx, id),
  columns: {
    'passkeys.user_id': COLUMN.gone,
    'one_time_codes.user_id': COLUMN.gone,
    'recovery_codes.user_id': COLUMN.gone,
    'factor_challenges.user_id': 'erased; it lasts five minutes',
    'factor_challenges.begun_by': 'erased; it lasts five minutes',
  },
}
