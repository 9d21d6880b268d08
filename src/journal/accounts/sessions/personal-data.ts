import { COLUMN, type PersonalDataPart } from '../../../platform/personal-data-part.ts'

/** Where the person is signed in. The tokens are secrets, of which only hashes are stored. */
export const sessionData: PersonalDataPart = {
  name: 'sessions',
  about:
    'Where you are or were signed in: since when, and when it was last used, and in which browser. We store no address.',
  give: async function* (db, { id }) {
    yield* await db
      .selectFrom('sessions')
      .select([
        'created_at as signedInAt',
        'last_used_at as lastUsedAt',
        'device',
        'expires_at as expiresAt',
        'revoked_at as endedAt',
      ])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute()
  },
  // Spent tokens go with their session.
  erase: async (tx, { id }) => {
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
  },
  columns: { 'sessions.user_id': COLUMN.gone, 'spent_tokens.replaced_by': 'a hash, which goes with its session' },
}
