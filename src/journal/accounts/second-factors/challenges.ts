import { CHALLENGE_SPENT } from '../../../contract/api/second-factors.ts'
import { CHALLENGE_MINUTES } from '../../../contract/rules/accounts/second-factors.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { hashOfSecret, newSecret, now } from '../../../platform/ids.ts'

/** One attempt to sign in with, or to set up, a second factor. */
export type Challenge = Tables['factor_challenges']
type Purpose = Challenge['purpose']

/** Begins an attempt of `who`: a network while signing in, a session while setting up. Returns its secret. */
export async function beginChallenge(
  db: Db,
  {
    purpose,
    who,
    userId = null,
    toSign = null,
    sealed = null,
  }: {
    purpose: Purpose
    who: string
    userId?: string | null
    toSign?: string | null
    sealed?: string | null
  },
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('factor_challenges')
    .values({
      token_hash: hashOfSecret(token),
      purpose,
      user_id: userId,
      begun_by: beginner(token, who),
      to_sign: toSign,
      sealed,
      expires_at: new Date(Date.now() + CHALLENGE_MINUTES * MINUTE_MS).toISOString(),
    })
    .execute()
  return token
}

/** With the attempt's secret, so that no address can be found by trying all. */
const beginner = (token: string, who: string): string => hashOfSecret(`${token} ${who}`)

/** The attempt of a secret; refused alike if it is unknown, over, for something else, or was begun by someone else. */
export async function openChallenge(
  db: Db,
  { token, purpose, who }: { token: string; purpose: Purpose; who: string },
): Promise<Challenge> {
  const found = await db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('token_hash', '=', hashOfSecret(token))
    .where('purpose', '=', purpose)
    .where('begun_by', '=', beginner(token, who))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!found) throw challengeSpent(purpose)
  return found
}

/** Ends an attempt that has succeeded; throws if another call has been first. */
export async function finishChallenge(tx: Tx, { token_hash, purpose }: Challenge): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('factor_challenges')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw challengeSpent(purpose)
}

/** What a passkey has to sign, once: whatever comes of it, it is gone afterwards. */
export async function takeToSign(db: Db, { token_hash, to_sign }: Challenge): Promise<string | null> {
  const { numUpdatedRows } = await db
    .updateTable('factor_challenges')
    .set({ to_sign: null })
    .where('token_hash', '=', token_hash)
    .where('to_sign', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? to_sign : null
}

/** Who is signed in stays so, whatever comes of setting something up. */
const challengeSpent = (purpose: Purpose): DomainError =>
  new DomainError(
    purpose === 'sign-in' || purpose === 'passkey-sign-in' ? 'unauthenticated' : 'conflict',
    CHALLENGE_SPENT,
  )

/** Removes attempts that are over. */
export async function sweepChallenges({ db }: Database): Promise<void> {
  await db.deleteFrom('factor_challenges').where('expires_at', '<=', now()).execute()
}
